import type { en } from '#areas/scim/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    scim: typeof en
  }
}
