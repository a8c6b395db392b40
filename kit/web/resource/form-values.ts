import type { EntityDef } from '#kit/contract/entity.ts'
import { inputKeys } from '#kit/contract/field.ts'
import type { Field } from '#kit/contract/field.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { fieldOf } from './entity-columns.tsx'

/** What a form holds, by wire key: references and files stay objects until they are sent. */
export type FormValues = Record<string, unknown>

/** The field names of a form in its order. */
export const formFields = (entity: EntityDef): string[] => entity.form.flatMap((section) => section.fields)

/** The wire keys of one field in a form; a server's field has its own name, to be shown only. */
export const keysOf = (name: string, field: Field): string[] => (field.options.by === 'server' ? [name] : inputKeys(name, field))

/** A row, or the defaults of a new one, as the form holds it. */
export function valuesOf(entity: EntityDef, row: object | undefined, initial: FormValues = {}): FormValues {
  const source = (row ?? initial) as FormValues
  return Object.fromEntries(
    formFields(entity).flatMap((name) => {
      const field = fieldOf(entity, name)
      const otherwise = row ? kinds[field.kind].blank : (field.options.default ?? kinds[field.kind].blank)
      return keysOf(name, field).map((key) => [key, source[key] ?? otherwise])
    }),
  )
}

/** Whether a form holds the same in two values of a field. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The wire keys whose value differs from the one the form began with. */
export const changedKeys = (values: FormValues, before: FormValues): string[] => Object.keys(before).filter((key) => !isSame(values[key], before[key]))

export type Side = 'mine' | 'theirs'

/** What two people have made of the same row. */
export interface Merged {
  /** The names of fields that the other alone has changed. */
  readonly taken: readonly string[]
  /** Both values, by wire key, of each field that both have changed to something else. */
  readonly both: ReadonlyMap<string, Readonly<Record<Side, FormValues>>>
  /** What stays of one's own over what the other has saved. */
  readonly kept: FormValues
}

/** Compares what two people have made of what both began with, wire key by wire key: two languages of one field are two things. */
export function mergedValues(entity: EntityDef, { before, mine, theirs }: Readonly<Record<'before' | Side, FormValues>>): Merged {
  const own = changedKeys(mine, before)
  const others = new Set(changedKeys(theirs, before))
  const nameOf = (key: string) => fieldOfKey(entity, key) ?? key
  const both = new Map<string, Record<Side, FormValues>>()
  for (const key of own.filter((one) => others.has(one) && !isSame(mine[one], theirs[one]))) {
    const found = both.get(nameOf(key))
    both.set(nameOf(key), { mine: { ...found?.mine, [key]: mine[key] }, theirs: { ...found?.theirs, [key]: theirs[key] } })
  }
  return {
    taken: [...new Set([...others].filter((key) => !own.includes(key)).map(nameOf))],
    both,
    kept: Object.fromEntries(own.map((key) => [key, mine[key]])),
  }
}

/** The body to send: every key of a new row, only the changed ones of a known row. */
export function bodyOf(entity: EntityDef, values: FormValues, before: FormValues | undefined): FormValues {
  const changed = before && new Set(changedKeys(values, before))
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) =>
      inputKeys(name, field)
        .filter((key) => key in values && (changed?.has(key) ?? true))
        .map((key) => [key, wireValue(values[key], field)]),
    ),
  )
}

const idsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.map((one: { id: unknown }) => one.id) : [])

/** Whether what a row was linked to is no longer, or the row stands below another of its kind: what is easily done by mistake, and hard to put back from memory. */
export const losesLinks = (entity: EntityDef, before: FormValues, after: FormValues): boolean =>
  changedKeys(after, before).some((key) => {
    const field = entity.fields[key]
    if (field?.kind === 'links') return idsOf(before[key]).some((id) => !idsOf(after[key]).includes(id))
    return field?.kind === 'ref' && before[key] != null && (after[key] == null || field.options.entity === entity.name)
  })

/** One value as it is sent. */
export const wireValue = (value: unknown, field: Field): unknown =>
  kinds[field.kind].toWire?.(value, field) ?? (value === undefined || value === '' ? null : value)

/** The field that a wire key or the path of an error belongs to. */
export function fieldOfKey(entity: EntityDef, key: string): string | undefined {
  const [head = ''] = key.split('.')
  if (Object.hasOwn(entity.fields, head)) return head
  const bare = head.replace(/_(en|fr)$/, '')
  return Object.hasOwn(entity.fields, bare) && entity.fields[bare]?.kind === 'localized' ? bare : undefined
}
