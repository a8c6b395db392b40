import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Rows that are to get a value, and the value as it is sent. */
export interface Foreseen {
  readonly rows: readonly { readonly id: number }[]
  readonly value: unknown
}

const known = new Map<string, LazyExoticComponent<ComponentType<Foreseen>>>()

/** Says what is shown beside a field while its new value is not saved yet; by whoever knows the areas above the entity's own. Loaded when first needed. */
export const foresee = (entity: string, field: string, load: () => Promise<{ readonly default: ComponentType<Foreseen> }>): void =>
  void known.set(`${entity}.${field}`, lazy(load))

/** What was said for a field; nothing where nobody did. */
export const foreseenBy = (entity: string, field: string): LazyExoticComponent<ComponentType<Foreseen>> | undefined => known.get(`${entity}.${field}`)
