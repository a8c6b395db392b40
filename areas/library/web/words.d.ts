import type { en } from '#areas/library/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    library: typeof en
  }
}
