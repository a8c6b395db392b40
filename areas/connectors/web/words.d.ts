import type { en } from '#areas/connectors/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    connectors: typeof en
  }
}
