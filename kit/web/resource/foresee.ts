import { createElement, type ComponentType, type ReactNode } from 'react'
import { lazy } from '#kit/web/ui/lazy.tsx'

/** Rows that are to get a value, and the value as it is sent. */
export interface Foreseen {
  readonly rows: readonly { readonly id: number }[]
  readonly value: unknown
}

type Show = (foreseen: Foreseen) => ReactNode
const known = new Map<string, Show>()

/** Says what is shown beside a field while its new value is not saved yet; by whoever knows the areas above the entity's own. Loaded when first needed. */
export function foresee(entity: string, field: string, load: () => Promise<ComponentType<Foreseen>>): void {
  const Shown = lazy(async () => ({ default: await load() }))
  known.set(`${entity}.${field}`, (foreseen) => createElement(Shown, foreseen))
}

/** What shows it; nothing where nobody said anything. */
export const foreseenBy = (entity: string, field: string): Show | undefined => known.get(`${entity}.${field}`)
