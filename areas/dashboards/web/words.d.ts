import type { en } from '#areas/dashboards/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    dashboards: typeof en
  }
}
