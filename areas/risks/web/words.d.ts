import type { en } from '#areas/risks/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    risks: typeof en
  }
}
