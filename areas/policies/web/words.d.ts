import type { en } from '#areas/policies/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    policies: typeof en
  }
}
