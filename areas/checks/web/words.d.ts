import type { en } from '#areas/checks/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    checks: typeof en
  }
}
