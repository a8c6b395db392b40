import type { en } from '#areas/library/locales/en.ts'

export type FaultKey = keyof typeof en.fault
export type WarningKey = keyof typeof en.warning
export type MessageParams = Record<string, string | number>

/** The way from the root of a file to one of its values. */
export type Path = readonly (string | number)[]

type Place = { line?: number | null; urn?: string | null; path?: Path | null }

/** Why a file is refused whole: `key` is a message of the area's texts (below `fault`), `line` counts from 1. */
export class LibraryError extends Error {
  readonly key: FaultKey
  readonly params: MessageParams
  readonly line: number | null
  readonly urn: string | null
  readonly path: Path | null

  constructor(key: FaultKey, params: MessageParams = {}, place: Place = {}) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'LibraryError'
    this.key = key
    this.params = params
    this.line = place.line ?? null
    this.urn = place.urn ?? null
    this.path = place.path ?? null
  }

  /** The same fault with the line it is on. */
  at(line: number | null): LibraryError {
    return new LibraryError(this.key, this.params, { line, urn: this.urn, path: this.path })
  }
}
