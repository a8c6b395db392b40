import type { ExternalReference, LibraryWarning } from './library-content.ts'

/** One warning per URN that neither the file nor the organisation has; they never stop an import. */
export function warnUnresolved(references: ExternalReference[], isKnown: (reference: ExternalReference) => boolean): LibraryWarning[] {
  return references.filter((reference) => !isKnown(reference)).map(({ kind, urn, count }) => ({ key: 'unresolved', params: { kind, urn, count }, urn }))
}
