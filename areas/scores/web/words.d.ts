import type { en } from '#areas/scores/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    scores: typeof en
  }
}
