import type { en } from '#areas/runbooks/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    runbooks: typeof en
  }
}
