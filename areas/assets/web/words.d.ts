import type { en } from '#areas/assets/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    assets: typeof en
  }
}
