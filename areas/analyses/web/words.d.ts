import type { en } from '#areas/analyses/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    analyses: typeof en
  }
}
