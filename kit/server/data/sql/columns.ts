import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { columnsOf, type Field } from '#kit/contract/field.ts'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql, type Reader, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Viewer } from './sql-template.ts'

/** A row under an alias of the query. */
export const rowRef =
  (alias: string): RowRef =>
  (column) =>
    sql.ref(`${alias}.${column}`)

/** Columns that every entity's table has. */
export const baseColumns = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'] as const

/** The stored columns of an entity's own fields. */
export function storedColumns(def: EntityDef): string[] {
  return Object.entries(def.fields).flatMap(([name, field]) => columnsOf(name, field))
}

export const linkTable = (def: EntityDef, field: string) => `${def.name}__${field}`

export function fieldOf(def: EntityDef, name: string): Field | undefined {
  return Object.hasOwn(def.fields, name) ? def.fields[name] : undefined
}

export const fieldsOfKind = (def: EntityDef, ...kinds: Field['kind'][]) =>
  Object.entries(def.fields).filter(([, field]) => kinds.includes(field.kind) && !field.options.derived)

const otherLanguage = (lang: Language): Language => (lang === 'en' ? 'fr' : 'en')

/** The text of a localized field in a language, else in the other one. */
export function localizedText(row: RowRef, name: string, lang: Language): RawBuilder<string | null> {
  return sql`coalesce(${row(`${name}_${lang}`)}, ${row(`${name}_${otherLanguage(lang)}`)})`
}

const textual = new Set<Field['kind']>(['text', 'localized', 'identifier', 'email', 'url'])

/** The value of a field as one SQL scalar, for filters, sorts and titles. */
export function scalar(resource: Resource, name: string, row: RowRef, lang: Language, who?: Reader): RawBuilder<unknown> {
  const field = fieldOf(resource.def, name)
  if (!field) return row(name)
  const derived = resource.derived?.[name]
  // A text made of several columns may have no collation of its own.
  if (derived) return textual.has(field.kind) ? sql`(${derived(row, lang, who)}) collate "und-x-icu"` : derived(row, lang, who)
  if (field.kind === 'localized') return localizedText(row, name, lang)
  return row(field.kind === 'ref' ? `${name}_id` : name)
}

/** The first choice of an object's list, which says how it stands, and what says how it ended in its place: `{field, value}` as JSON, or null. */
export function stateObject(resource: Resource, row: RowRef, lang: Language, who?: Reader): RawBuilder<unknown> {
  const { def } = resource
  const state = def.list.columns.find((name) => fieldOf(def, name)?.kind === 'choice')
  if (state === undefined) return sql`null::jsonb`
  const { ending } = fieldOf(def, state)?.options ?? {}
  const states = [...(ending === undefined ? [] : [ending]), state].map(
    (name) =>
      sql`(select jsonb_build_object('field', ${sql.lit(name)}, 'value', s.value) from (select ${scalar(resource, name, row, lang, who)} as value) s where s.value is not null)`,
  )
  return sql`coalesce(${sql.join(states)}, null::jsonb)`
}

/** What names a row to people. */
export const title = (resource: Resource, row: RowRef, lang: Language) => scalar(resource, resource.def.title, row, lang)

/** `{id, name, identifier?, color?}` of a row, as references carry it. */
export function referenceObject(resource: Resource, row: RowRef, lang: Language): RawBuilder<unknown> {
  const parts = [sql`'id', ${row('id')}`, sql`'name', ${title(resource, row, lang)}`]
  for (const extra of ['identifier', 'color']) {
    if (fieldOf(resource.def, extra) && resource.def.title !== extra) parts.push(sql`${sql.lit(extra)}, ${row(extra)}`)
  }
  return sql`jsonb_build_object(${sql.join(parts)})`
}

export const hiddenName = { en: en.record.hidden, fr: fr.record.hidden } as const

/** Whether a reader may open a row: the right to its entity and the rule of its rows at once. */
export const mayOpen = ({ def, rules }: Resource, row: RowRef, who: Reader): RowCondition => (can(who, def.rights.read) ? rules.read(row, who) : false)

/** Whether a reader is told what a reference names: they may open it, or its name comes with the row. */
export const mayName = (target: Resource, { options }: Field, row: RowRef, who: Reader): RowCondition =>
  options.namedTo?.some((role) => who.roles.includes(role)) ? true : mayOpen(target, row, who)

/** What names a row to those who may know; for everybody else the word that says that there is one. */
export const nameIf = (open: RowCondition, name: RawBuilder<unknown>, lang: Language): RawBuilder<unknown> =>
  open === true ? name : sql`case when ${asSql(open)} then ${name} else ${hiddenName[lang]}::text end`

/** The referenced row of a `ref` field as an object, or null; of what the reader may not know by name only the id is told. */
export function referenceOf(resources: Resources, field: Field, id: RawBuilder<unknown>, customer: RawBuilder<unknown>, who: Viewer): RawBuilder<unknown> {
  const hidden = sql`jsonb_build_object('id', r.id, 'name', ${hiddenName[who.lang]}::text, 'hidden', true)`
  return referenced(resources, field, id, customer, who, referenceObject, hidden)
}

/** The same by its name alone, which costs a file of many rows half of it. */
export const referenceName = (resources: Resources, field: Field, id: RawBuilder<unknown>, customer: RawBuilder<unknown>, who: Viewer): RawBuilder<unknown> =>
  referenced(resources, field, id, customer, who, title, sql`${hiddenName[who.lang]}::text`)

function referenced(
  resources: Resources,
  field: Field,
  id: RawBuilder<unknown>,
  customer: RawBuilder<unknown>,
  who: Viewer,
  describe: (target: Resource, row: RowRef, lang: Language) => RawBuilder<unknown>,
  hidden: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const target = resourceOf(resources, field.options.entity ?? '')
  const r = rowRef('r')
  const named = describe(target, r, who.lang)
  const open = mayName(target, field, r, who)
  const shown = open === true ? named : sql`case when ${asSql(open)} then ${named} else ${hidden} end`
  return sql`(select ${shown} from ${sql.table(target.def.name)} as r where r.customer_id = ${customer} and r.id = ${id})`
}
