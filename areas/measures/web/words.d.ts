import type { en } from '#areas/measures/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    measures: typeof en
  }
}
