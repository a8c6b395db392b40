import type { EntityDef } from '#kit/contract/entity.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from './entity-columns.tsx'

/** A field as it was submitted and as it is, in words. */
export interface ComparedField {
  readonly name: string
  readonly label: string
  readonly before: string
  readonly now: string
}

const valueIn = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name] ?? null

/** The fields of the form as they were submitted, beside what they are now; those that say nothing on either side are left out. */
export function useCompared(entity: EntityDef): (row: object, copy: object) => readonly ComparedField[] {
  const contextOf = useFieldContexts(entity)
  const names = entity.form.filter(({ section }) => section !== 'state').flatMap(({ fields }) => fields)
  return (row, copy) =>
    names.flatMap((name) => {
      const context = contextOf(name)
      const format = kinds[context.field.kind].text(context)
      // A list of nothing is not «0».
      const text = (value: unknown) => (Array.isArray(value) && value.length === 0 ? '' : format(value))
      const [before, now] = [text(valueIn(copy, name)), text(valueIn(row, name))]
      return before === '' && now === '' ? [] : [{ name, label: context.words.field(name), before, now }]
    })
}
