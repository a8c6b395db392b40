import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface Measured {
  readonly of: string
  readonly widths: readonly number[]
  readonly tight: readonly number[]
}

/** What stands on the line, and whether it does so at its tight widths. */
interface Fitting {
  readonly shown: ReadonlySet<number>
  readonly tight: boolean
}

/** Pixels that letters may gain when the font comes. */
const slack = 2

/** Which of the first `count` widths, taken in the order given, stand on one line of `room` pixels; where some do not, the last width, that of what holds the rest, has its place. */
export function fitting(widths: readonly number[], order: readonly number[], room: number, gap: number): ReadonlySet<number> {
  const count = widths.length - 1
  const all = widths.slice(0, count).reduce((sum, width) => sum + width + gap, -gap)
  if (all + slack <= room) return new Set(order)
  const chosen = new Set<number>()
  let left = room - slack - (widths[count] ?? 0)
  for (const at of order) {
    left -= (widths[at] ?? 0) + gap
    if (left < 0) break
    chosen.add(at)
  }
  // The first is always in sight, however long its words are.
  return chosen.size > 0 ? chosen : new Set(order.slice(0, 1))
}

/**
 * What of a line of elements has room in it. `words` stands for what they say: when it changes they are all drawn once, at their own widths, and measured before anybody sees them;
 * the last one is what holds the rest. Where not all have room they are as narrow as `tightWidth` says. Answers nothing while they are to be drawn at their own widths.
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  words: string,
  order: readonly number[],
  gap: number,
  tightWidth: (element: Element) => number,
): Fitting | undefined {
  const [measured, setMeasured] = useState<Measured>()
  const [room, setRoom] = useState<number>()
  const known = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const look = () => {
      if (element.clientWidth === known.current) return
      known.current = element.clientWidth
      setRoom(element.clientWidth)
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [bar])
  useLayoutEffect(() => {
    if (measured?.of === words) return
    const children = [...(bar.current?.children ?? [])]
    setMeasured({ of: words, widths: children.map((child) => child.getBoundingClientRect().width), tight: children.map(tightWidth) })
  }, [bar, words, measured, tightWidth])
  if (measured?.of !== words || room === undefined) return undefined
  const shown = fitting(measured.widths, order, room, gap)
  return shown.size === order.length ? { shown, tight: false } : { shown: fitting(measured.tight, order, room, gap), tight: true }
}
