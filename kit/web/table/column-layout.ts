/** What a person did to a list, kept on the server per user and list (`/list_setting/{list}`). */
export interface ListSetting {
  readonly columns: readonly ColumnSetting[]
  readonly density: Density
  readonly view_mode: string
  readonly per_page: number
  /** Whether rows stand in their groups; as the list has it where nothing is said. */
  readonly grouped?: boolean
}

export interface ColumnSetting {
  readonly name: string
  readonly width?: number
  readonly hidden?: boolean
}

export const densities = ['compact', 'normal', 'large'] as const
export type Density = (typeof densities)[number]

/** Height of a row without its rule, in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 32, normal: 36, large: 44 }

export const narrowest = 48
const widest = 800

interface Laid {
  readonly name: string
  readonly width: number
  readonly hidden?: boolean
  readonly own?: boolean
}

/** Columns in the person's order, widths and choice; a column that did not exist when they chose keeps its declared place and visibility. */
export function layColumns<C extends Laid>(columns: readonly C[], settings: readonly ColumnSetting[] | undefined): C[] {
  if (!settings?.length) return [...columns]
  const byName = new Map(columns.map((column) => [column.name, column]))
  const known = settings.filter((s) => byName.has(s.name))
  const laid = known.map((s) => {
    const column = byName.get(s.name) as C
    const width = s.width ? Math.min(widest, Math.max(narrowest, s.width)) : column.width
    // A width kept as it is declared says nothing: settings once held those of all columns.
    return { ...column, hidden: s.hidden ?? false, width, ...(width === column.width ? {} : { own: true }) }
  })
  columns.forEach((column, index) => {
    if (!known.some((s) => s.name === column.name)) laid.splice(Math.min(index, laid.length), 0, { ...column, hidden: column.hidden ?? false })
  })
  return laid
}

/** What is kept of columns: their order, their choice, and the widths that somebody gave them. */
export const keptColumns = (columns: readonly Laid[]): ColumnSetting[] =>
  columns.map(({ name, width, hidden, own }) => ({ name, ...(own ? { width } : {}), hidden: hidden ?? false }))

/** Moves one column by one place among all of them, hidden ones too. */
export function moveColumn<C extends { readonly name: string }>(columns: readonly C[], name: string, by: -1 | 1): C[] {
  const from = columns.findIndex((column) => column.name === name)
  const to = from + by
  const next = [...columns]
  const [moved] = next.splice(from, 1)
  if (!moved || to < 0 || to >= columns.length) return [...columns]
  next.splice(to, 0, moved)
  return next
}
