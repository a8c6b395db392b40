import { createContext, useContext, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { PageToolbar } from './page.tsx'

const Slot = createContext<HTMLElement | null>(null)

/** Width in px of a head that has room for the way to a page, its controls and what is everywhere at hand. */
const roomy = 1040

/** Gives the pages in it a place in the head of the application for their controls, as long as there is room. */
export function HeadSlot({ slot, children }: { readonly slot: HTMLElement | null; readonly children: ReactNode }) {
  const [room, setRoom] = useState(false)
  const head = slot?.parentElement
  useLayoutEffect(() => {
    if (!head) return
    const look = () => setRoom(head.clientWidth >= roomy)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(head)
    return () => watch.disconnect()
  }, [head])
  return <Slot value={room ? slot : null}>{children}</Slot>
}

/** The controls of a list: beside the name of the page where there is room, else on a row of their own above it. */
export function ListControls({ children }: { readonly children: ReactNode }) {
  const slot = useContext(Slot)
  return slot ? createPortal(children, slot) : <PageToolbar>{children}</PageToolbar>
}
