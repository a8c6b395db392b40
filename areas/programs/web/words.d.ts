import type { en } from '#areas/programs/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    programs: typeof en
  }
}
