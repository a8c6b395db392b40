import type { en } from '#areas/ticketing/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    ticketing: typeof en
  }
}
