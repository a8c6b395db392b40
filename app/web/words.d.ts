import type { en } from '#app/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    app: typeof en
  }
}
