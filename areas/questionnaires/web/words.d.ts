import type { en } from '#areas/questionnaires/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    questionnaires: typeof en
  }
}
