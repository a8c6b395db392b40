import type { en } from '#areas/campaigns/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    campaigns: typeof en
  }
}
