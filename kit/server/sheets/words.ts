import type { Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Say } from '#kit/server/http/words.ts'

/** What people call an entity's fields and choices, in one language. */
export interface SheetWords {
  readonly lang: Language
  readonly many: string
  readonly say: (key: string, values?: Record<string, string | number>) => string
  readonly field: (name: string) => string
  readonly choice: (field: string, value: string) => string
}

export function sheetWords(say: Say, { area, name }: EntityDef, lang: Language): SheetWords {
  const at = `${area}.entities.${name}`
  return {
    lang,
    many: say(`${at}.many`, lang),
    say: (key, values) => say({ key, values }, lang),
    field: (field) => say(`${at}.fields.${field}`, lang),
    choice: (field, value) => say(`${at}.choices.${field}.${value}`, lang),
  }
}
