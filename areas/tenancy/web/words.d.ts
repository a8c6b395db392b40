import type { en } from '#areas/tenancy/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    tenancy: typeof en
  }
}
