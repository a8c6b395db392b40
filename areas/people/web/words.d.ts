import type { en } from '#areas/people/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    people: typeof en
  }
}
