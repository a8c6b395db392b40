import type { en } from '#areas/help/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    help: typeof en
  }
}
