import type { LibraryWarning } from '#areas/library/server/library-content.ts'
import { type CellPlace, type FaultKey, LibraryError, type MessageParams, type WarningKey } from '#areas/library/server/format/library-error.ts'

/** Of one file: whoever mends these reads it again. */
const mostFaults = 50
const mostWarnings = 200

/** What is wrong with the cells of a workbook, and what its importer must be told: all of it is looked at before it is refused. */
export class Findings {
  readonly #faults: LibraryError[] = []
  readonly #warnings = new Map<string, LibraryWarning>()
  #untold = 0

  fault(at: CellPlace, key: FaultKey, params: MessageParams = {}): void {
    const known = this.#faults.some((fault) => fault.key === key && fault.place?.sheet === at.sheet && fault.place.cell === at.cell)
    if (!known && this.#faults.length < mostFaults) this.#faults.push(new LibraryError(key, params, { at }))
  }

  /** Said once for the same words. */
  warn(key: WarningKey, params: MessageParams): void {
    const identity = `${key} ${JSON.stringify(params)}`
    if (this.#warnings.has(identity)) return
    if (this.#warnings.size < mostWarnings) this.#warnings.set(identity, { key, params, urn: null })
    else this.#untold++
  }

  /** Throws the first fault with the others. */
  settle(): void {
    const [first, ...others] = this.#faults
    if (first) throw first.with(others)
  }

  warnings(): LibraryWarning[] {
    const warnings = [...this.#warnings.values()]
    if (this.#untold > 0) warnings.push({ key: 'more', params: { count: this.#untold }, urn: null })
    return warnings
  }
}
