import { usePainted } from '#kit/web/after-paint.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { ReactNode } from 'react'
import type { TableRow } from './columns.ts'
import { GroupedRows, type TableGroup } from './grouped-rows.tsx'
import { Rows, type BodyProps } from './rows.tsx'

/** The share of the window's height that rows take at most: before the first picture no more of them are drawn. */
const inSight = 0.65

/** From here on only the rows in sight are in the document. */
const virtualFrom = 100

// Pages of so many rows are rare: what finds the rows in sight comes when it is needed.
const VirtualRows = lazy(() => import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows }))) as <T extends TableRow>(
  props: BodyProps<T>,
) => ReactNode

/** The rows, in their groups if they have some; a component of its own, so that scrolling draws nothing else again. */
export function TableBody<T extends TableRow>({ groups, ...props }: BodyProps<T> & { readonly groups?: readonly TableGroup[] | undefined }) {
  const { length } = props.rows
  const painted = usePainted(length > 0)
  const drawn = Math.min(length, virtualFrom, painted ? Infinity : Math.ceil((window.innerHeight * inSight) / props.rowHeight))
  const first = props.rows.slice(0, drawn).map((_, index) => ({ index }))
  if (groups) return <GroupedRows {...props} groups={groups} drawn={drawn} />
  // Those that are still to come have their room, for a list that goes back to where it was scrolled.
  if (length <= virtualFrom) return <Rows {...props} places={first} height={drawn < length ? length * props.rowHeight : undefined} />
  return (
    <Suspense fallback={<Rows {...props} places={first} />}>
      <VirtualRows {...props} />
    </Suspense>
  )
}
