import type { Json } from '#areas/library/server/library-content.ts'
import { LibraryError, type Path } from './library-error.ts'
import { limits } from './limits.ts'

/**
 * Refuses what would harm whoever handles the tree later: too many or too deep values, keys that reach a prototype,
 * characters that PostgreSQL cannot store. An object met twice (an alias) is looked at and counted twice.
 */
export function checkTree(root: Json): void {
  let values = 0
  const visit = (value: Json, path: (string | number)[]): void => {
    if (++values > limits.values) throw new LibraryError('too_many_values', { max: limits.values })
    if (path.length > limits.depth) throw new LibraryError('too_deep', { max: limits.depth }, { path: [...path] })
    if (typeof value === 'string') checkText(value, path)
    else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index)
        visit(value[index] ?? null, path)
        path.pop()
      }
    } else if (value !== null && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) {
        path.push(key)
        if (key === '__proto__') throw new LibraryError('forbidden_key', { key }, { path: [...path] })
        checkText(key, path)
        visit(child, path)
        path.pop()
      }
    }
  }
  visit(root, [])
}

function checkText(text: string, path: Path): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new LibraryError('forbidden_character', {}, { path: [...path] })
}
