import type { en } from '#areas/benchmark/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    benchmark: typeof en
  }
}
