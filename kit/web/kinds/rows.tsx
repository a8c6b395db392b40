import type { Field, FieldKind } from '#kit/contract/field.ts'
import { inputKeys } from '#kit/contract/field.ts'
import css from './rows.module.css'
import { defineKind } from './kind.ts'
import type { DefinedKind, FieldContext, InputProps, Kind } from './kind.ts'
import { later } from './lazy-controls.tsx'

export type Child = Readonly<Record<string, unknown>>
export type KindOf = (kind: FieldKind) => Kind

export const listOf = (value: unknown): readonly Child[] => (Array.isArray(value) ? value : [])
export const fieldsOf = (field: Field) => Object.entries(field.options.fields ?? {}).filter(([, child]) => child.options.by !== 'server')

/** The context of a child's field: its words stand under `rows.<field>.<child>` and `choices.<field>.<child>`. */
export function childContext(context: FieldContext, name: string, field: Field): FieldContext {
  const { words, name: parent } = context
  return {
    ...context,
    name,
    field,
    looks: undefined,
    words: {
      ...words,
      one: words.word('one') ?? '',
      many: words.word('many') ?? '',
      new: words.word('new') ?? '',
      field: (child) => words.word(`rows.${parent}.${child}`) ?? words.field(child),
      choice: (child, value) => words.choice(`${parent}.${child}`, value),
    },
  }
}

/** Comes with the first form that has one. */
const RowsField = later<InputProps<readonly Child[]> & { readonly kindOf: KindOf }>(async () => (await import('./rows-field.tsx')).RowsField, 60)

/** The children's own kinds are asked for through `kindOf`, which the registry gives: it holds this kind too. */
export const rows = (kindOf: KindOf): DefinedKind<readonly Child[]> => {
  const toWire = (value: unknown, field: Field) =>
    listOf(value).map((child) => ({
      ...(typeof child.id === 'number' ? { id: child.id } : {}),
      ...Object.fromEntries(
        fieldsOf(field).flatMap(([name, own]) => inputKeys(name, own).map((key) => [key, kindOf(own.kind).toWire?.(child[key], own) ?? child[key] ?? null])),
      ),
    }))
  return defineKind<readonly Child[]>({
    width: 80,
    align: 'end',
    blank: [],
    wide: true,
    cell: () =>
      function RowsCell(value) {
        const { length } = listOf(value)
        return length ? <span className={css.count}>{length}</span> : null
      },
    Input: (props) => <RowsField {...props} kindOf={kindOf} />,
    toWire,
    text:
      ({ format }) =>
      (value) =>
        Array.isArray(value) ? format.number(value.length) : '',
  })
}
