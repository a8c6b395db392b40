import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { TableRow } from './columns.ts'
import { Rows, type BodyProps } from './rows.tsx'

/** Of many rows those in sight, with some around them. */
export function VirtualRows<T extends TableRow>(props: BodyProps<T>) {
  const { rows, scroller, rowHeight, headHeight } = props
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const places = virtualizer.getVirtualItems().map((item) => ({ index: item.index, top: item.start - headHeight }))
  return <Rows {...props} places={places} height={virtualizer.getTotalSize()} />
}
