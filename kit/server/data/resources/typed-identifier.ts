import { invalidField } from '#kit/contract/errors.ts'
import { identifierPattern } from '#kit/contract/field.ts'
import type { AnyWrite } from './resource.ts'

/**
 * What people type as an identifier is plain and has at most `max` characters (FRM-32, CAT-14); an import keeps the reference of its source and a copy
 * has its own, both of which may stay.
 */
export function guardTypedIdentifier({ action, before, changes }: AnyWrite, max: number): void {
  const { identifier } = changes
  if (!['create', 'update'].includes(action) || typeof identifier !== 'string' || identifier === before?.identifier) return
  if (!identifierPattern.test(identifier)) throw invalidField('identifier', 'kit.errors.identifier_form')
  if (identifier.length > max) throw invalidField('identifier', 'kit.errors.too_long', { max })
}
