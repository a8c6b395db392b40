import type { en } from '#areas/logs/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    logs: typeof en
  }
}
