import type { ComponentType } from 'react'
import { lazy } from './ui/lazy.tsx'

/** Stands in something that floats, which is over when it says so. */
type Part = ComponentType<{ readonly onDone: () => void }>

const lent = new Map<string, Part>()

/** Lends a page a part that an area beside or above it draws, by whoever knows both. Loaded when it is first shown. */
export const lendPart = (name: string, load: () => Promise<Part>): void =>
  void lent.set(
    name,
    lazy(async () => ({ default: await load() })),
  )

/** The part of that name; nothing where nobody lends it. */
export const lentPart = (name: string): Part | undefined => lent.get(name)
