import type { ReactNode } from 'react'
import type { TableRow } from './columns.ts'
import css from './data-table.module.css'
import { Rows, type BodyProps, type Place } from './rows.tsx'

/** Rows of a table that stand together under a head; those of a folded group are not among the table's rows. */
export interface TableGroup {
  readonly key: string
  readonly name: string
  /** Rows of the table, those before it being of other groups. */
  readonly count: number
  readonly folded: boolean
  /** `focusable`: Tab stops in this head. */
  readonly head: (focusable: boolean) => ReactNode
}

/** The group in which a row stands. */
export function groupAt(groups: readonly TableGroup[], index: number): TableGroup | undefined {
  let end = 0
  return groups.find(({ count }) => index < (end += count))
}

/** The rows in their groups, each a row group headed by its row; `drawn` of them. */
export function GroupedRows<T extends TableRow>({
  groups,
  drawn,
  ...props
}: BodyProps<T> & { readonly groups: readonly TableGroup[]; readonly drawn: number }) {
  const current = groupAt(groups, props.active) ?? groups[0]
  let start = 0
  return groups.map((group) => {
    const places = Array.from({ length: group.count }, (_, n): Place => ({ index: start + n })).filter(({ index }) => index < drawn)
    const begun = start <= drawn
    start += group.count
    return begun ? (
      <Rows
        key={group.key}
        {...props}
        places={places}
        label={group.name}
        head={
          <tr role="row" data-group={group.key} className={css.group}>
            <th role="rowheader" aria-colspan={props.columns.length + 1}>
              {group.head(group === current)}
            </th>
          </tr>
        }
      />
    ) : null
  })
}
