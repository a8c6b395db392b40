import type { ComponentType } from 'react'
import { FilterAny } from '#kit/web/kinds/filter-any.ts'
import type { FieldContext } from '#kit/web/kinds/kind.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import type { FilterControlProps } from '#kit/web/table/columns.ts'

/** The control of a field's filter, its kind's or the area's own; unless it says something else of all, as its label does, what may or may not be agrees with the rows. */
export function filterControl(context: FieldContext, own: ComponentType<FilterControlProps> | undefined): ComponentType<FilterControlProps> | undefined {
  const { field, name, words } = context
  const { Filter } = kinds[field.kind]
  const Control = own ?? (Filter ? (props: FilterControlProps) => <Filter {...props} context={context} /> : undefined)
  const any = words.word(`any.${name}`) ?? (field.kind === 'boolean' ? words.word('all') : undefined)
  if (!Control || any === undefined) return Control
  return (props) => (
    <FilterAny value={any}>
      <Control {...props} />
    </FilterAny>
  )
}
