import type { RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Figure } from '#kit/contract/figure.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { RowRef, RowRules } from '#kit/server/access/row-rule.ts'
import type { Tx } from './transaction.ts'

/** A stored row by column name, as the database answers it. */
export type Stored = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }
/** Changes by field name: `<x>_en`/`<x>_fr` for localized ones, ids for references. */
export type Changes = Record<string, unknown>

export interface WriteContext {
  readonly tx: Tx
  readonly grant: Grant
  readonly resources: Resources
  readonly verb: 'create' | 'update' | 'delete'
  /** The name of the write in the history: the verb, unless a transition, a bulk edit or its undo gave another. */
  readonly action: string
  /** The row before; undefined on creation. */
  readonly before: Stored | undefined
  /** What is about to be written; a hook may change it or refuse by throwing an AppError. */
  readonly changes: Changes
}

export interface WrittenContext extends WriteContext {
  /** The row after; undefined once deleted. */
  readonly after: Stored | undefined
}

/** SQL of a derived field, as a scalar of the row; `who` reads it, unless it names the row to anybody. */
export type Derived = (row: RowRef, lang: Language, who?: Who) => RawBuilder<unknown>

/** The server's side of an entity: which rows, and what only this entity does around a write. */
export interface Resource {
  readonly def: EntityDef
  readonly rules: RowRules
  readonly derived?: Readonly<Record<string, Derived>>
  readonly beforeWrite?: (context: WriteContext) => Promise<void> | void
  readonly afterWrite?: (context: WrittenContext) => Promise<void> | void
  /** The turn that a write takes before its row is locked (see `takeTurn`); null for one that decides nothing together with other rows. */
  readonly turn?: (verb: WriteContext['verb'], changes: Changes) => string | null
  /** Lists tell how many matching rows the reader may not open (TBL-19). */
  readonly countsHidden?: true
  /** Said in place of the general words: of a row that is not there for somebody (there or not, TBL-45), and of one that they may not change (MEA-13). */
  readonly refusals?: { readonly access?: string; readonly edit?: string }
  /** Fields that a copy into the own catalogue does not take over (TBL-06); absent: the entity cannot be copied. */
  readonly fork?: { readonly without: readonly string[] }
  /** Which of its rows are still somebody's to do; absent: all of them. */
  readonly open?: Figure
  /** What is special about loading rows of an importable entity from a file. */
  readonly importing?: Importing
  /** What the reader's language decides of a row and SQL cannot say, added to what is answered. */
  readonly present?: (row: Readonly<Record<string, unknown>>, context: PresentContext) => Readonly<Record<string, unknown>>
}

export interface PresentContext {
  readonly say: (message: Message | string, lang: Language) => string
  readonly lang: Language
  readonly resources: Resources
}

/** What a file says of an entity, where that is not just what its form takes. */
export interface Importing {
  /** Fields without which no row can be made, though their declaration does not say so. */
  readonly needs?: readonly string[]
  /** References which together name a row to a line that gives no identifier. */
  readonly sameBy?: readonly string[]
  /** Fields that the server keeps or derives and that a file may say all the same: `settle` writes them. */
  readonly also?: readonly string[]
  /** Adds what follows from what a line says, before its row is made; `completes` names what is then no longer needed of it. */
  readonly complete?: (tx: Tx, changes: Changes) => Promise<void>
  readonly completes?: readonly string[]
  readonly settle?: (context: SettleContext) => Promise<void>
}

/** A line whose row is written, with what it says of `also` where that is not so yet. */
export interface SettleContext {
  readonly tx: Tx
  readonly resources: Resources
  readonly id: number
  readonly given: Changes
}

/** Every resource by its entity's name; references are resolved through it. */
export type Resources = ReadonlyMap<string, Resource>

/** Registers the server's side of an entity; checks that every derived field has its SQL. */
export function defineResource(resource: Resource): Resource {
  for (const [name, field] of Object.entries(resource.def.fields)) {
    if (field.options.derived && !resource.derived?.[name]) throw new Error(`${resource.def.name}.${name} is derived but has no SQL`)
  }
  return resource
}

/** The resource of an entity; throws when an area names one that does not exist. */
export function resourceOf(resources: Resources, entity: string): Resource {
  const found = resources.get(entity)
  if (!found) throw new Error(`There is no entity ${entity}`)
  return found
}
