import type { en } from '#areas/actions/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    actions: typeof en
  }
}
