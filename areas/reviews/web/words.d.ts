import type { en } from '#areas/reviews/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    reviews: typeof en
  }
}
