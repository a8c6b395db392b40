import { useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import css from './gantt.module.css'
import { moveSpan } from './timeline.ts'
import type { Edge, Span } from './timeline.ts'

interface BarProps {
  readonly id: string
  readonly name: string
  /** Everything there is to say about the bar, for assistive technology. */
  readonly label: string
  readonly span: Span
  /** First day of the chart. */
  readonly origin: number
  /** Pixels per day. */
  readonly px: number
  readonly tone: string
  /** 0 … 100. */
  readonly progress: number
  readonly movable: boolean
  readonly linkable: boolean
  readonly describe: (span: Span) => string
  readonly onOpen: () => void
  readonly onMove: (span: Span) => void
  /** By keyboard: told at once, saved once the keys rest. */
  readonly onNudge: (span: Span) => void
  readonly onLink: (to: string) => void
}

interface Drag {
  readonly edge: Edge | 'link'
  readonly from: number
  readonly by: number
}

/** One bar: dragged as a whole, by its ends, or by its dot to another bar; Alt and arrows do the same by keyboard. */
export function GanttBar({ id, name, label, span, origin, px, tone, progress, movable, linkable, describe, onOpen, onMove, onNudge, onLink }: BarProps) {
  const [drag, setDrag] = useState<Drag>()
  const dragged = useRef(false)
  const shown = drag && drag.edge !== 'link' ? moveSpan(span, drag.edge, drag.by) : span
  const left = (shown.start - origin) * px
  const width = (shown.end - shown.start + 1) * px

  const grab = (edge: Drag['edge']) => (event: PointerEvent) => {
    if (event.button || !movable) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragged.current = false
    setDrag({ edge, from: event.clientX, by: 0 })
  }
  const pull = (event: PointerEvent) => {
    if (!drag) return
    const by = Math.round((event.clientX - drag.from) / px)
    if (Math.abs(event.clientX - drag.from) > 3) dragged.current = true
    if (by !== drag.by) setDrag({ ...drag, by })
  }
  const drop = (event: PointerEvent) => {
    if (!drag) return
    setDrag(undefined)
    if (drag.edge === 'link') {
      const under = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element instanceof HTMLElement && element.dataset.bar)
      const to = under instanceof HTMLElement ? under.dataset.bar : undefined
      if (to && to !== id) onLink(to)
    } else if (drag.by) onMove(moveSpan(span, drag.edge, drag.by))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey && movable ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined
    if (!by) return
    event.preventDefault()
    onNudge(moveSpan(span, event.shiftKey ? 'end' : 'move', by))
  }
  const handle = (edge: Drag['edge'], className: string | undefined) => <i className={className} onPointerDown={grab(edge)} />

  return (
    <>
      <button
        type="button"
        data-bar={id}
        className={css.bar}
        data-tone={tone}
        data-movable={movable || undefined}
        data-dragged={drag !== undefined || undefined}
        style={{ left, width }}
        aria-label={label}
        aria-keyshortcuts={movable ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
        onPointerDown={grab('move')}
        onPointerMove={pull}
        onPointerUp={drop}
        onPointerCancel={() => setDrag(undefined)}
        onKeyDown={onKeyDown}
        onClick={() => {
          if (!dragged.current) onOpen()
          dragged.current = false
        }}
      >
        <span className={css.fill} style={{ width: `${progress}%` }} />
        <span className={css.text}>{width > 120 ? name : ''}</span>
        {movable ? (
          <>
            {handle('start', css.startEdge)}
            {handle('end', css.endEdge)}
            {linkable ? handle('link', css.dot) : null}
          </>
        ) : null}
      </button>
      {drag && drag.edge !== 'link' ? (
        <span className={css.tip} style={{ left: left + width + 8 }}>
          {describe(shown)}
        </span>
      ) : null}
    </>
  )
}
