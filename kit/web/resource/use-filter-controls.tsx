import { useMemo, type ComponentType } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Tones } from '#kit/web/kinds/kind.ts'
import type { FilterControlProps } from '#kit/web/table/columns.ts'
import { useFieldContexts } from './entity-columns.tsx'
import { filterControl } from './filter-control.tsx'
import { presentationOf } from './presentation.ts'

export interface FilterControl {
  readonly label: string
  /** Whether it is a flag: its name says what it is when it is set. */
  readonly flag: boolean
  /** Absent for what can be asked for in an address alone. */
  readonly Control: ComponentType<FilterControlProps> | undefined
}

/** The name and control of any field that a list is filtered by, of hidden columns and of none. */
export function useFilterControls(entity: EntityDef, tones?: Tones): (name: string) => FilterControl {
  const contextOf = useFieldContexts(entity, tones)
  return useMemo(() => {
    const made = new Map<string, FilterControl>()
    return (name) => {
      const known = made.get(name)
      if (known) return known
      const context = contextOf(name)
      const control = {
        label: context.words.word(`columns.${name}`) ?? context.words.field(name),
        flag: context.field.kind === 'boolean',
        Control: filterControl(context, presentationOf(entity).filters?.[name]),
      }
      made.set(name, control)
      return control
    }
  }, [entity, contextOf])
}
