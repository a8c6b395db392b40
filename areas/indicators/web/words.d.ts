import type { en } from '#areas/indicators/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    indicators: typeof en
  }
}
