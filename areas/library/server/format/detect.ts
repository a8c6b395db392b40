import type { Json } from '#areas/library/server/library-content.ts'
import { isObject } from './item.ts'
import { LibraryError } from './library-error.ts'

/** Other OSCAL documents, by their only root key. */
const oscalModels = [
  'profile',
  'component-definition',
  'system-security-plan',
  'assessment-plan',
  'assessment-results',
  'plan-of-action-and-milestones',
  'mapping-collection',
]

/** Tells a library from a catalog by the root's keys; anything else is refused with the name of what was found. */
export function detectFormat(root: Json): 'library' | 'oscal' {
  if (!isObject(root)) throw new LibraryError('not_a_library', { found: Array.isArray(root) ? '[…]' : String(root).slice(0, 60) }, { line: 1 })
  if ('catalog' in root) return 'oscal'
  const model = oscalModels.find((name) => name in root)
  if (model) throw new LibraryError('not_a_catalog', { found: model }, { line: 1 })
  const keys = Object.keys(root)
  if ('urn' in root || 'objects' in root) return 'library'
  throw new LibraryError('not_a_library', { found: keys.slice(0, 5).join(', ').slice(0, 120) }, { line: 1 })
}
