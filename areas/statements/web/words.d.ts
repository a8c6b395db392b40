import type { en } from '#areas/statements/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    statements: typeof en
  }
}
