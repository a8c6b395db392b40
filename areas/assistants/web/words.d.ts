import type { en } from '#areas/assistants/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    assistants: typeof en
  }
}
