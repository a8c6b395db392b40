import type { en } from '#areas/registers/locales/en.ts'

declare module '#kit/web/i18n/words.ts' {
  interface Catalogues {
    registers: typeof en
  }
}
