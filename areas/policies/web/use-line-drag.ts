import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Piece, Where } from './place-line.ts'

interface Drag {
  readonly piece: Piece
  readonly enabled: boolean
  readonly mayPlace: (piece: Piece, target: Piece, where: Where) => boolean
  readonly onPlace: (piece: Piece, target: Piece, where: Where) => void
}

/** The kind and id of what is dragged, if it is a line of this tree. */
function pieceOf(data: Readonly<Record<string | symbol, unknown>>): Piece | undefined {
  const { kind, id } = data
  return (kind === 'group' || kind === 'requirement') && typeof id === 'number' ? { kind, id } : undefined
}

/** Where the pointer aims: the upper and lower parts of a line are beside it, the middle of a group is within it. */
function aimOf(element: Element, y: number, among: readonly Where[]): Where | undefined {
  const { top, height } = element.getBoundingClientRect()
  const part = Math.max(0, Math.min(0.999, (y - top) / height))
  return among[Math.floor(part * among.length)]
}

/** Lets a line be dragged, and others be dropped beside or within it; answers where what hovers would go. */
export function useLineDrag(element: RefObject<HTMLElement | null>, { piece, enabled, mayPlace, onPlace }: Drag): Where | undefined {
  const [over, setOver] = useState<Where>()
  const latest = useRef({ mayPlace, onPlace })
  useEffect(() => {
    latest.current = { mayPlace, onPlace }
  })
  const { kind, id } = piece
  useEffect(() => {
    const line = element.current
    if (!enabled || !line) return undefined
    const target: Piece = { kind, id }
    const allowed = (moved: Piece) => (['before', 'inside', 'after'] as const).filter((where) => latest.current.mayPlace(moved, target, where))
    const aim = (data: Readonly<Record<string | symbol, unknown>>, y: number) => {
      const moved = pieceOf(data)
      return moved && aimOf(line, y, allowed(moved))
    }
    const stops = [
      draggable({ element: line, getInitialData: () => ({ kind, id }) }),
      dropTargetForElements({
        element: line,
        canDrop: ({ source }) => {
          const moved = pieceOf(source.data)
          return moved !== undefined && allowed(moved).length > 0
        },
        onDrag: ({ source, location }) => setOver(aim(source.data, location.current.input.clientY)),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ source, location }) => {
          setOver(undefined)
          const moved = pieceOf(source.data)
          const where = aim(source.data, location.current.input.clientY)
          if (moved && where) latest.current.onPlace(moved, target, where)
        },
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [element, enabled, kind, id])
  return over
}
