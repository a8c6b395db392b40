import type { ComponentType } from 'react'
import { lazy } from './ui/lazy.tsx'

/** Stands in something that floats, or is a dialog, which is over when it says so. */
type Part<P = object> = ComponentType<P & { readonly onDone: () => void }>

// What each is given is agreed on by name.
// oxlint-disable-next-line typescript/no-explicit-any
const lent = new Map<string, Part<any>>()

/** Lends a page a part that an area beside or above it draws, by whoever knows both. Loaded when it is first shown. */
export const lendPart = <P = object>(name: string, load: () => Promise<Part<P>>): void =>
  void lent.set(
    name,
    lazy(async () => ({ default: await load() })),
  )

/** The part of that name; nothing where nobody lends it. */
export const lentPart = <P = object>(name: string): Part<P> | undefined => lent.get(name)
