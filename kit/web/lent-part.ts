import type { ComponentType } from 'react'
import { lazy } from './ui/lazy.tsx'

/** Stands in something that floats, or is a dialog, which is over when it says so. */
type Part<P = object> = ComponentType<P & { readonly onDone: () => void }>

// What each is given is agreed on by name.
// oxlint-disable-next-line typescript/no-explicit-any
type Parts = Readonly<Record<string, Part<any>>>

let lender: () => Promise<Parts>
const drawn: Record<string, Parts[string]> = {}

/** Lends pages parts that an area beside or above theirs draws, by whoever knows both. Loaded when the first is shown. */
export const lendParts = (load: () => Promise<Parts>): void => void (lender = load)

/** The part of that name. */
export const lentPart = <P = object>(name: string): Part<P> => (drawn[name] ??= lazy(async () => ({ default: (await lender())[name] as Part<P> })))
