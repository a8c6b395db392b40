import { useEffect, useSyncExternalStore } from 'react'

/** What is open over its page, and how it is closed. */
interface OpenRecord {
  readonly name: string
  readonly close: () => void
}

interface Titles {
  /** What the page calls itself. */
  readonly page: string | null
  /** The names of the objects that the address of the page is about, by parameter. */
  readonly objects: Readonly<Record<string, string>>
  readonly record: OpenRecord | null
}

let titles: Titles = { page: null, objects: {}, record: null }
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(change: Partial<Titles>): void {
  titles = { ...titles, ...change }
  for (const listener of listeners) listener()
}

/** Names the page after what it shows (a register, a search) in the header's crumb and the browser's tab, as long as the component stands. */
export function usePageTitle(name: string | null | undefined): void {
  useEffect(() => {
    set({ page: name ?? null })
    return () => set({ page: null })
  }, [name])
}

/** Names the objects that the page's address is about, by parameter. */
export function useObjectNames(objects: Readonly<Record<string, string>>): void {
  const json = JSON.stringify(objects)
  useEffect(() => {
    set({ objects: JSON.parse(json) as Record<string, string> })
    return () => set({ objects: {} })
  }, [json])
}

/** Names what is open over the page; the page's own name comes back when it is closed. */
export function useRecordTitle(name: string | undefined, close: () => void): void {
  useEffect(() => {
    set({ record: name === undefined ? null : { name, close } })
    return () => set({ record: null })
  }, [name, close])
}

/** What names itself on screen, for the header alone. */
export const useTitles = (): Titles => useSyncExternalStore(subscribe, () => titles)

let heard: string | undefined

/** Puts the focus on a heading, which screen readers then read: it need not be announced as well. */
export function focusHeading(heading: HTMLElement | null | undefined): void {
  if (!heading) return
  heading.focus({ preventScroll: true })
  if (document.activeElement === heading) heard = heading.title || heading.textContent || undefined
}

/** Whether screen readers have just read this title, or the heading that it begins or ends with, because it took the focus; asked once. */
export function wasHeard(title: string): boolean {
  const was = heard
  heard = undefined
  return was !== undefined && title.includes(was)
}
