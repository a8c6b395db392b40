import type { Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { sayKept, type Said } from './said.ts'

/** What people call an entity's fields and choices, whatever their language. */
export interface SheetKeys {
  readonly many: Said
  readonly field: (name: string) => Said
  readonly choice: (field: string, value: string | number) => Said
  /** The same for the owned rows of a field. */
  readonly children: (field: string) => SheetKeys
}

/** The same in one language. */
export interface SheetWords {
  readonly lang: Language
  readonly many: string
  readonly translate: (key: string, values?: Record<string, string | number>) => string
  readonly field: (name: string) => string
  readonly choice: (field: string, value: string | number) => string
  readonly children: (field: string) => SheetWords
}

/** An entity's words under their keys; the fields of owned rows stand under `rows.<field>`, or are called as the entity's own. */
export function sheetKeys(translate: Translate, { area, name }: EntityDef): SheetKeys {
  const at = `${area}.entities.${name}`
  const known = (key: string) => translate(key, 'en') !== key
  const field = (one: string): Said => ({ key: `${at}.fields.${one}` })
  const choice = (one: string, value: string | number): Said => ({ key: `${at}.choices.${one}.${value}` })
  return {
    many: { key: `${at}.many` },
    field,
    choice,
    children: (parent) => ({
      many: field(parent),
      field: (one) => (known(`${at}.rows.${parent}.${one}`) ? { key: `${at}.rows.${parent}.${one}` } : field(one)),
      choice: (one, value) => choice(`${parent}.${one}`, value),
      children: () => {
        throw new Error('Owned rows own none')
      },
    }),
  }
}

export function sheetWords(translate: Translate, def: EntityDef, lang: Language): SheetWords {
  const spoken = (keys: SheetKeys): SheetWords => {
    // Asked for in every cell.
    const said = new Map<string, string>()
    const once = (message: Said) => {
      const word = said.get(message.key) ?? sayKept(translate, message, lang)
      said.set(message.key, word)
      return word
    }
    return {
      lang,
      many: once(keys.many),
      translate: (key, values) => translate({ key, ...(values && { values }) }, lang),
      field: (name) => once(keys.field(name)),
      choice: (field, value) => once(keys.choice(field, value)),
      children: (field) => spoken(keys.children(field)),
    }
  }
  return spoken(sheetKeys(translate, def))
}
