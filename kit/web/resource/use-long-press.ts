import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'

/** Milliseconds that a finger rests where it means more than a tap. */
const long = 450
/** Pixels that a resting finger moves all the same. */
const jitter = 8

/** What a finger that rests on something does; for mice and keys there is another way to the same. */
export function useLongPress(run: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const latest = useRef(run)
  latest.current = run
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => stop, [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      stop()
      if (pointerType === 'mouse' || !latest.current) return
      from.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => latest.current?.(), long)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > jitter) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      // What the browser would offer for the same gesture.
      if (timer.current !== undefined) event.preventDefault()
    },
  }
}
