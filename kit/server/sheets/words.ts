import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder, type DateOrder } from '#kit/contract/date-order.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Fields } from '#kit/contract/field.ts'
import { levelOf, type Levels } from '#kit/contract/level.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { renderMessage, type StoredMessage, type MessageName } from './stored-message.ts'

/** What people call an entity's fields and choices, whatever their language. */
export interface SheetKeys {
  readonly many: StoredMessage
  readonly field: (name: string) => StoredMessage
  readonly choice: (field: string, value: string | number) => StoredMessage | MessageName
  /** What may be chosen: the values of a choice, or of the levels of a scale. */
  readonly offered: (field: string) => readonly (string | number)[]
  /** The same for the owned rows of a field. */
  readonly children: (field: string) => SheetKeys
}

/** The same in one language. */
export interface SheetWords {
  readonly lang: Language
  /** How days are written as texts. */
  readonly dateOrder: DateOrder
  readonly many: string
  readonly translate: (key: string, values?: Record<string, string | number>) => string
  readonly field: (name: string) => string
  readonly choice: (field: string, value: string | number) => string
  readonly offered: (field: string) => readonly (string | number)[]
  readonly children: (field: string) => SheetWords
}

/** An entity's words under their keys; the fields of owned rows stand under `rows.<field>`, or are called as the entity's own. `levels` are those of its scales (`levelsFor`). */
export function sheetKeys(translate: Translate, { area, name, fields }: EntityDef, levels: Levels = {}): SheetKeys {
  const at = `${area}.entities.${name}`
  const known = (key: string) => translate(key, 'en') !== key
  const field = (one: string): StoredMessage => ({ key: `${at}.fields.${one}` })
  const levelsIn = (own: Fields, one: string) => levels[own[one]?.options.scale ?? ''] ?? []
  const offered = (own: Fields) => (one: string) => own[one]?.options.values ?? levelsIn(own, one).map(({ value }) => value)
  const choice =
    (own: Fields, under = '') =>
    (one: string, value: string | number): StoredMessage | MessageName => {
      if (own[one]?.kind !== 'scale') return { key: `${at}.choices.${under}${one}.${value}` }
      const { name_en = null, name_fr = null } = levelOf(levelsIn(own, one), value) ?? {}
      const [en, fr] = [name_en ?? name_fr ?? String(value), name_fr ?? name_en ?? String(value)]
      return { en, fr }
    }
  return {
    many: { key: `${at}.many` },
    field,
    choice: choice(fields),
    offered: offered(fields),
    children: (parent) => ({
      many: field(parent),
      field: (one) => (known(`${at}.rows.${parent}.${one}`) ? { key: `${at}.rows.${parent}.${one}` } : field(one)),
      choice: choice(fields[parent]?.options.fields ?? {}, `${parent}.`),
      offered: offered(fields[parent]?.options.fields ?? {}),
      children: () => {
        throw new Error('Owned rows own none')
      },
    }),
  }
}

export function sheetWords(translate: Translate, def: EntityDef, lang: Language, levels: Levels = {}, dateOrder: DateOrder = usualOrder[lang]): SheetWords {
  const spoken = (keys: SheetKeys): SheetWords => {
    // Asked for in every cell.
    const cache = new Map<string, string>()
    const once = (id: string, message: () => StoredMessage | MessageName) => {
      const word = cache.get(id) ?? renderMessage(translate, message(), lang)
      cache.set(id, word)
      return word
    }
    return {
      lang,
      dateOrder,
      many: renderMessage(translate, keys.many, lang),
      translate: (key, values) => translate({ key, ...(values && { values }) }, lang),
      field: (name) => once(name, () => keys.field(name)),
      choice: (field, value) => once(`${field}.${value}`, () => keys.choice(field, value)),
      offered: keys.offered,
      children: (field) => spoken(keys.children(field)),
    }
  }
  return spoken(sheetKeys(translate, def, levels))
}
