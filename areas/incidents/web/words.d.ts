import type { en } from '#areas/incidents/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    incidents: typeof en
  }
}
