import type { en } from '#areas/metrics/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    metrics: typeof en
  }
}
