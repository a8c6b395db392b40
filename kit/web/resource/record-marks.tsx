import type { EntityDef } from '#kit/contract/entity.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { lookOfChoice } from '#kit/web/kinds/choice-look.ts'
import { formFields } from './form-values.ts'
import { useFieldContexts, valueOf } from './entity-columns.tsx'
import { presentationOf, type AnyRow } from './presentation.ts'

/** The choices of a row that have a look or are levels, as badges; each as the list shows it. */
export function RecordMarks({ entity, row }: { readonly entity: EntityDef; readonly row: AnyRow }) {
  const contextOf = useFieldContexts(entity)
  const { cells = {} } = presentationOf(entity)
  // What says how another one ended stands in that one's place.
  const endings = new Set(Object.values(entity.fields).flatMap(({ options }) => (options.ending === undefined ? [] : [options.ending])))
  return [...new Set([...entity.list.columns, ...formFields(entity)])].map((name) => {
    if (endings.has(name)) return null
    const context = contextOf(name)
    const value = valueOf(row, name)
    if (context.field.kind !== 'choice' || typeof value !== 'string') return null
    if (!context.field.options.ranked && !lookOfChoice(context, value)) return null
    return <span key={name}>{cells[name]?.(row) ?? kinds.choice.cell(context)(value, row)}</span>
  })
}
