import type { en } from '#areas/gaps/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    gaps: typeof en
  }
}
