import type { ExternalReference, LibraryWarning, ReferenceKind } from '#areas/library/server/library-content.ts'
import { LibraryError, type MessageParams, type Path, type WarningKey } from './library-error.ts'

const maxWarnings = 1000

/** Gathers, while a file is read, what its importer must be told and which URNs it defines and names. */
export class Report {
  readonly #warnings = new Map<string, LibraryWarning & { params: { count: number } }>()
  #untold = 0
  readonly #defined = new Map<string, Set<string>>()
  readonly #named = new Map<string, ExternalReference>()

  /** Equal warnings become one, with their `count` and the first URN. */
  warn(key: WarningKey, params: MessageParams = {}, urn: string | null = null): void {
    const identity = `${key} ${JSON.stringify(params)}`
    const warning = this.#warnings.get(identity)
    if (warning) warning.params.count++
    else if (this.#warnings.size < maxWarnings) this.#warnings.set(identity, { key, params: { ...params, count: 1 }, urn })
    else this.#untold++
  }

  /** Throws `duplicate_urn` when the file defines an object of this kind twice. */
  define(kind: string, urn: string, path: Path): void {
    const urns = this.#defined.get(kind) ?? new Set()
    if (urns.has(urn)) throw new LibraryError('duplicate_urn', { urn }, { urn, path })
    this.#defined.set(kind, urns.add(urn))
  }

  isDefined(kind: string, urn: string): boolean {
    return this.#defined.get(kind)?.has(urn) ?? false
  }

  refer(kind: ReferenceKind, urn: string): void {
    const key = `${kind} ${urn}`
    const named = this.#named.get(key)
    if (named) named.count++
    else this.#named.set(key, { kind, urn, count: 1 })
  }

  references(): ExternalReference[] {
    return [...this.#named.values()].filter(({ kind, urn }) => !this.isDefined(kind, urn))
  }

  warnings(): LibraryWarning[] {
    const warnings: LibraryWarning[] = [...this.#warnings.values()]
    if (this.#untold > 0) warnings.push({ key: 'more', params: { count: this.#untold }, urn: null })
    return warnings
  }
}
