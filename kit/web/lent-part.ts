import type { ComponentType } from 'react'
import { lazy } from './ui/lazy.tsx'

/** Stands in something that floats, or is a dialog, which is over when it says so. */
type Part<P = object> = ComponentType<P & { readonly onDone: () => void }>

// What each is given is agreed on by name.
// oxlint-disable-next-line typescript/no-explicit-any
type Drawn = Part<any>
type Parts = Readonly<Record<string, () => Promise<Drawn>>>

let lender: () => Promise<Parts>
const drawn: Record<string, Drawn> = {}

/** Lends pages parts that an area beside or above theirs draws, by whoever knows both: how each is loaded, which happens when it is first shown. */
export const lendParts = (load: () => Promise<Parts>): void => void (lender = load)

/** The part of that name. */
export const lentPart = <P = object>(name: string): Part<P> => (drawn[name] ??= lazy(async () => ({ default: (await (await lender())[name]?.()) as Part<P> })))
