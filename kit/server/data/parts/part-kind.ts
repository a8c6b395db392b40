import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Right } from '#kit/contract/right.ts'
import type { ChosenPart } from '#kit/contract/part.ts'

/** Something that travels from one organisation to another by itself: what it says, and what it names of its fellows. */
export interface PartItem {
  /** Its number where it comes from: others of the same file name it by that, and nothing else does. */
  readonly id: number
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
  /** By entity, those that it names and that come with it. */
  readonly names: Readonly<Record<string, readonly number[]>>
}

/** What has come in so far: the rows of here by those of the file. */
export class PartRows {
  readonly #rows = new Map<string, number>()
  /** How things are called here that are called otherwise where they come from. */
  readonly renamed = new Map<string, string>()

  set(entity: string, from: number, to: number): void {
    this.#rows.set(`${entity} ${from}`, to)
  }
  get(entity: string, from: number): number | undefined {
    return this.#rows.get(`${entity} ${from}`)
  }
}

export interface PartMade {
  readonly name: string
  /** False: something of that name is there, and stays as it is. */
  readonly made: boolean
}

/** A kind of thing that travels so, declared by the area whose rows these are. */
export interface PartKind {
  readonly entity: string
  /** With what it is chosen; what is named comes along whatever was chosen. */
  readonly part: ChosenPart
  readonly rights: { readonly read: Right; readonly create: Right }
  /** Those of these numbers; null: all that are in use. */
  readonly read: (tx: Tx, resources: Resources, ids: readonly number[] | null) => Promise<readonly PartItem[]>
  /** Writes items in order, told of those of other kinds that came before; throws for what may not be written. */
  readonly write: (tx: Tx, resources: Resources, items: readonly PartItem[], known: PartRows) => Promise<readonly PartMade[]>
}

const folded = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : undefined)

/** What something is called in both languages, as one key: what has the same is taken for the same. */
export const nameKey = (en: unknown, fr: unknown): string => JSON.stringify([folded(en) ?? folded(fr), folded(fr) ?? folded(en)])
