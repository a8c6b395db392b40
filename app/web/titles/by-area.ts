import type { Messages } from '#kit/web/i18n/store.ts'

/** The titles of all pages by area, from what a glob of catalogues answers. */
export const byArea = (found: Readonly<Record<string, Messages>>): Messages =>
  Object.fromEntries(Object.entries(found).map(([file, pages]) => [file.split('/').at(-3) ?? '', pages]))
