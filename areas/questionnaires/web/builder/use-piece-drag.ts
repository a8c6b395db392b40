import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Piece, Where } from './edit.ts'

interface Drag {
  readonly piece: Piece
  readonly enabled: boolean
  readonly mayPlace: (piece: Piece, target: Piece, where: Where) => boolean
  readonly onPlace: (piece: Piece, target: Piece, where: Where) => void
}

const pieceOf = ({ kind, key }: Readonly<Record<string | symbol, unknown>>): Piece | undefined =>
  (kind === 'section' || kind === 'question') && typeof key === 'string' ? { kind, key } : undefined

/** Lets a line of the tree be dragged, and others be dropped beside or within it; answers where what hovers would go. */
export function usePieceDrag(element: RefObject<HTMLElement | null>, { piece, enabled, mayPlace, onPlace }: Drag): Where | undefined {
  const [over, setOver] = useState<Where>()
  const latest = useRef(onPlace)
  useEffect(() => {
    latest.current = onPlace
  })
  const { kind, key } = piece
  useEffect(() => {
    const line = element.current
    if (!enabled || !line) return undefined
    const target: Piece = { kind, key }
    const aim = (data: Readonly<Record<string | symbol, unknown>>, y: number): Where | undefined => {
      const moved = pieceOf(data)
      const among = (['before', 'inside', 'after'] as const).filter((where) => moved && mayPlace(moved, target, where))
      const { top, height } = line.getBoundingClientRect()
      return among[Math.floor(Math.max(0, Math.min(0.999, (y - top) / height)) * among.length)]
    }
    const stops = [
      draggable({ element: line, getInitialData: () => ({ kind, key }) }),
      dropTargetForElements({
        element: line,
        canDrop: ({ source }) => aim(source.data, 0) !== undefined,
        onDrag: ({ source, location }) => setOver(aim(source.data, location.current.input.clientY)),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ source, location }) => {
          setOver(undefined)
          const moved = pieceOf(source.data)
          const where = aim(source.data, location.current.input.clientY)
          if (moved && where) latest.current(moved, target, where)
        },
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [element, enabled, kind, key, mayPlace])
  return over
}
