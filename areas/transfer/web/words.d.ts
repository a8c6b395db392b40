import type { en } from '#areas/transfer/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    transfer: typeof en
  }
}
