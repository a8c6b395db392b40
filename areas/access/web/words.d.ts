import type { en } from '#areas/access/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    access: typeof en
  }
}
