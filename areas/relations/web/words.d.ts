import type { en } from '#areas/relations/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    relations: typeof en
  }
}
