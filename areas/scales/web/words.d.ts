import type { en } from '#areas/scales/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    scales: typeof en
  }
}
