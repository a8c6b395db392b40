import { useMemo, type ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { text, timestamp } from '#kit/contract/field.ts'
import type { Field } from '#kit/contract/field.ts'
import { assignment, type Assigned } from '#kit/contract/register.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FieldContext, Tones } from '#kit/web/kinds/kind.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { Assignees } from './assignees.tsx'
import { filterControl } from './filter-control.tsx'
import { tellsWaiting, Waits } from './waiting-filter.tsx'
import { presentationOf } from './presentation.ts'
import type { AnyRow, CellOf } from './presentation.ts'
import { shownCode } from '#kit/web/ui/shown-code.ts'

/** Fields that every row has beside its entity's own. */
const common: Readonly<Record<string, Field>> = {
  created_at: timestamp({ by: 'server' }),
  updated_at: timestamp({ by: 'server' }),
}

const unknownField = text({ by: 'server' })

/** The declaration of a field, those that every row has included; names come from addresses too, where `constructor` is as good as any. */
export const fieldOf = (entity: EntityDef, name: string): Field =>
  (Object.hasOwn(entity.fields, name) ? entity.fields[name] : Object.hasOwn(common, name) ? common[name] : undefined) ?? unknownField

/** Whether rows have such a field; an address may name anything. */
export const hasField = (entity: EntityDef, name: string): boolean => Object.hasOwn(entity.fields, name) || Object.hasOwn(common, name)

/** Makes the context of any field of an entity, in the reader's language. */
export function useFieldContexts(entity: EntityDef, own?: Tones): (name: string) => FieldContext {
  const words = useEntityWords(entity)
  const kit = useWords('kit')
  const format = useFormat()
  return useMemo(() => fieldContexts(entity, { words, kit, format }, own), [entity, own, words, kit, format])
}

/** The same outside components. */
export function fieldContexts(entity: EntityDef, language: Pick<FieldContext, 'words' | 'kit' | 'format'>, own?: Tones): (name: string) => FieldContext {
  const made = new Map<string, FieldContext>()
  const tones = { ...presentationOf(entity).tones, ...own }
  return (name) => {
    const context = made.get(name) ?? { ...language, entity, name, field: fieldOf(entity, name), looks: Object.hasOwn(tones, name) ? tones[name] : undefined }
    made.set(name, context)
    return context
  }
}

/** The title of a row alone. */
export const titleOf = (entity: EntityDef, row: AnyRow) => String((row as Readonly<Record<string, unknown>>)[entity.title] ?? `#${row.id}`)

/** What a row is called: its identifier and title, as far as it has them. */
export function nameOfRow(entity: EntityDef, row: Readonly<Record<string, unknown>>): string {
  const parts = [shownCode(row.identifier), row[entity.title]].filter((part) => typeof part === 'string' && part !== '')
  return [...new Set(parts)].join(' ') || `#${String(row.id)}`
}

const assignees: CellOf<AnyRow> = (row) => <Assignees assigned={(row as AnyRow & { readonly assigned?: Assigned }).assigned} />

/** All columns that an entity's list may show, in declared order; those of `more` hidden. */
export function useEntityColumns(entity: EntityDef, cells: Readonly<Record<string, CellOf<AnyRow>>> = noCells, tones?: Tones): Column<AnyRow>[] {
  const contextOf = useFieldContexts(entity, tones)
  return useMemo(() => {
    const { cells: presented = {}, takes: taken = {}, filters = {}, widths = {}, align: aligned = {} } = presentationOf(entity)
    const names = [...entity.list.columns, ...(entity.list.more ?? [])]
    return names.map((name, index): Column<AnyRow> => {
      const context = contextOf(name)
      const kind = kinds[context.field.kind]
      const draw = kind.cell(context)
      const own = cells[name] ?? presented[name] ?? (context.field === assignment.assigned ? assignees : undefined)
      const filter = entity.list.filters.includes(name) ? filterControl(context, filters[name]) : undefined
      const { width, align: natural } = kind.column?.(context) ?? kind
      const rowTakes = taken[name]?.(context)
      const valueTakes = kind.takes?.(context)
      const align = aligned[name] ?? natural
      return {
        name,
        // A column may say more than its field: what stands in it, not what is ticked in the form.
        label: context.words.word(`columns.${name}`) ?? context.words.field(name),
        width: widths[name] ?? width,
        grow: name === entity.title,
        sortable: true,
        hidden: index >= entity.list.columns.length,
        // What an area draws has a picture or a sign beside the same words, more often than not.
        ...(rowTakes
          ? { takes: rowTakes, shrinks: true }
          : valueTakes && { takes: (row: AnyRow) => valueTakes(valueOf(row, name)) + (own ? besideWords : 0), shrinks: !own }),
        cell: marked(entity, name, own ? (row) => orElse(own(row), () => draw(valueOf(row, name), row)) : (row) => draw(valueOf(row, name), row)),
        ...(align === 'end' ? { align } : {}),
        ...(filter && { filter }),
      }
    })
  }, [entity, cells, contextOf])
}

/** Beside its name a row says what it waits for. */
const marked = (entity: EntityDef, name: string, cell: CellOf<AnyRow>): CellOf<AnyRow> =>
  name === entity.title && tellsWaiting(entity)
    ? (row) => (
        <>
          {cell(row)}
          <Waits row={row} />
        </>
      )
    : cell

/** Pixels of a picture with its gap. */
const besideWords = 26

const noCells: Readonly<Record<string, CellOf<AnyRow>>> = {}

const orElse = (drawn: ReactNode, other: () => ReactNode): ReactNode => (drawn === undefined ? other() : drawn)

/** A row's value by field name. */
export const valueOf = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
