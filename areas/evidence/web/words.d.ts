import type { en } from '#areas/evidence/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    evidence: typeof en
  }
}
