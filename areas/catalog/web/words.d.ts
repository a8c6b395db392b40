import type { en } from '#areas/catalog/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    catalog: typeof en
  }
}
