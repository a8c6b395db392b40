import type { en } from '#areas/library/locales/en.ts'

export type FaultKey = keyof typeof en.fault
export type WarningKey = keyof typeof en.warning
export type MessageParams = Record<string, string | number>

/** The way from the root of a file to one of its values. */
export type Path = readonly (string | number)[]

/** Where in a workbook: the sheet, and the cell as people name it: `B7`. */
export type CellPlace = { sheet: string; cell: string }

type Place = { line?: number | null; urn?: string | null; path?: Path | null; at?: CellPlace | null }

/** A fault as one process tells it to another, and the others of the same file. */
export type ToldFault = { key: FaultKey; params: MessageParams; line: number | null; urn: string | null; at: CellPlace | null; others: ToldFault[] }

/** Why a file is refused whole: `key` is a message of the area's texts (below `fault`), `line` counts from 1. */
export class LibraryError extends Error {
  readonly key: FaultKey
  readonly params: MessageParams
  readonly line: number | null
  readonly urn: string | null
  readonly path: Path | null
  /** Of a workbook, which has no lines. */
  readonly place: CellPlace | null
  /** What else is wrong with the file, where all of it was looked at. */
  readonly others: readonly LibraryError[]

  constructor(key: FaultKey, params: MessageParams = {}, place: Place = {}, others: readonly LibraryError[] = []) {
    super(`${key} ${JSON.stringify(params)}`)
    this.name = 'LibraryError'
    this.key = key
    this.params = params
    this.line = place.line ?? null
    this.urn = place.urn ?? null
    this.path = place.path ?? null
    this.place = place.at ?? null
    this.others = others
  }

  /** The same fault with the line it is on. */
  at(line: number | null): LibraryError {
    return new LibraryError(this.key, this.params, { line, urn: this.urn, path: this.path })
  }

  /** The same fault with the cell it is in. */
  in(at: CellPlace | null): LibraryError {
    return new LibraryError(this.key, this.params, { urn: this.urn, path: this.path, at })
  }

  /** The first of the faults of a file, which tells the others. */
  with(others: readonly LibraryError[]): LibraryError {
    return new LibraryError(this.key, this.params, { line: this.line, urn: this.urn, path: this.path, at: this.place }, others)
  }

  told(): ToldFault {
    const { key, params, line, urn, place: at } = this
    return { key, params, line, urn, at, others: this.others.map((other) => other.told()) }
  }

  static from({ key, params, line, urn, at, others }: ToldFault): LibraryError {
    return new LibraryError(
      key,
      params,
      { line, urn, at },
      others.map((other) => LibraryError.from(other)),
    )
  }
}
