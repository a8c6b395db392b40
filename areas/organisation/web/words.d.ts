import type { en } from '#areas/organisation/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    organisation: typeof en
  }
}
