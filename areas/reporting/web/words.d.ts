import type { en } from '#areas/reporting/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    reporting: typeof en
  }
}
