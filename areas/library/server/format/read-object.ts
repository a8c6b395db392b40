import type { LibraryObject } from '#areas/library/server/library-content.ts'
import type { Item } from './item.ts'

/** The fields that every object of a library has; `kind` separates the URNs that must differ. */
export function readObject(item: Item, kind: string): Omit<LibraryObject, 'translations' | 'extra'> {
  return {
    urn: item.identify(kind),
    ref_id: item.text('ref_id', ', '),
    name: item.localized('name'),
    description: item.localized('description'),
    annotation: item.localized('annotation'),
  }
}
