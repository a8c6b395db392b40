import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { columnLetters } from '#kit/server/sheets/xlsx.ts'
import type { CellPlace, Path } from '#areas/library/server/format/library-error.ts'

interface Origin {
  readonly sheet: string
  /** From 1. */
  readonly line: number
  /** By field, from 0. */
  readonly columns: ReadonlyMap<string, number>
  /** Where each field stands on a line of its own. */
  readonly lines?: ReadonlyMap<string, number>
}

/** Which cells the objects of a library were made from, so that a fault of the library is a fault of a cell. */
export class Origins {
  readonly #of = new WeakMap<object, Origin>()

  mark<Made extends JsonObject>(made: Made, origin: Origin): Made {
    this.#of.set(made, origin)
    return made
  }

  /** The cell of the deepest value on the way whose cell is known. */
  placeOf(root: JsonObject, path: Path): CellPlace | null {
    let at: Json | undefined = root
    let found = this.#cell(root, path[0])
    for (const [n, step] of path.entries()) {
      if (at === null || typeof at !== 'object') break
      at = Array.isArray(at) ? at[Number(step)] : at[String(step)]
      if (at !== null && typeof at === 'object') found = this.#cell(at, path[n + 1]) ?? found
    }
    return found
  }

  #cell(value: object, field: string | number | undefined): CellPlace | null {
    const origin = this.#of.get(value)
    if (!origin) return null
    const column = origin.columns.get(String(field)) ?? 0
    return { sheet: origin.sheet, cell: `${columnLetters(column)}${origin.lines?.get(String(field)) ?? origin.line}` }
  }
}
