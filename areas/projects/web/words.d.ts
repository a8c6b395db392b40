import type { en } from '#areas/projects/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    projects: typeof en
  }
}
