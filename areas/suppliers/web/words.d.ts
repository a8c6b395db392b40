import type { en } from '#areas/suppliers/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    suppliers: typeof en
  }
}
