import type { en } from '#areas/exemptions/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    exemptions: typeof en
  }
}
