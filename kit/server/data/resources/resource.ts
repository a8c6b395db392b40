import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { EntityDef, Stored, StoredOf } from '#kit/contract/entity.ts'
import type { DerivedNames, Input } from '#kit/contract/field.ts'
import type { Figure } from '#kit/contract/figure.ts'
import type { WorkItem } from '#kit/contract/work-item.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import type { Verb } from '#kit/contract/right.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Reader, RowCondition, RowRef, RowRules } from '#kit/server/access/row-rule.ts'
import type { ResourceChecks } from './checks.ts'
import type { ResourceCounts } from './counted.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

export type { Stored, StoredOf }

/** Changes by field name: `<x>_en`/`<x>_fr` for localized ones, ids for references. */
export type Changes = Record<string, unknown>

/** Changes to a row of an entity by its fields' names, those that only the server writes included. */
export type ChangesOf<E extends EntityDef> = Input<E['fields']>

export type WriteVerb = Exclude<Verb, 'read'>

export interface WriteContext<E extends EntityDef> {
  readonly tx: Tx
  readonly grant: Grant
  readonly resources: Resources
  readonly verb: WriteVerb
  /** The name of the write in the history: the verb, unless a transition, a bulk edit or its undo gave another. */
  readonly action: string
  /** The row before; undefined on creation. */
  readonly before: StoredOf<E> | undefined
  /** What is about to be written; a hook may change it or refuse by throwing an AppError. */
  readonly changes: ChangesOf<E>
}

/** A write of any entity, for what several of them share. */
export interface AnyWrite extends Omit<WriteContext<EntityDef>, 'before' | 'changes'> {
  readonly before: Stored | undefined
  readonly changes: Changes
}

export interface WrittenContext<E extends EntityDef> extends WriteContext<E> {
  /** The row after; undefined once deleted. */
  readonly after: StoredOf<E> | undefined
}

/** SQL of a derived field, as a scalar of the row; `who` reads it, unless it names the row to anybody. Made once for all who are of a kind: it may hold nothing of the moment. */
export type Derived = (row: RowRef, lang: Language, who?: Reader) => RawBuilder<unknown>

/** Which rows hold one of some ids, a `bigint[]`, in a derived list of links. */
export type Asked = (row: RowRef, ids: RawBuilder<unknown>) => RawBuilder<boolean>

/** Which rows have one of some words in a derived choice. */
export type Chosen = (row: RowRef, words: readonly string[], lang: Language, who: Reader) => RowCondition

/** The rows for which a flag holds, or does not, in words that an index answers; undefined where there are no better ones than the flag's own. */
export type Sought = (row: RowRef, holds: boolean) => RowCondition | undefined

/** The server's side of an entity: which rows, and what only this entity does around a write. */
export interface Resource {
  readonly def: EntityDef
  readonly rules: RowRules
  readonly derived?: Readonly<Record<string, Derived>>
  /** Derived values that are read of the same other rows. */
  readonly together?: Together
  /** How its list is asked for derived links by id, where to work them out for each row takes too long. */
  readonly asks?: Readonly<Record<string, Asked>>
  /** The same of derived choices by their words. */
  readonly chosen?: Readonly<Record<string, Chosen>>
  /** How rows are counted by flags that are few among many. */
  readonly sought?: Readonly<Record<string, Sought>>
  /** Its lifecycle, for what the kit counts, tells and pictures by it; `defineWorkResource` gives it. */
  readonly work?: WorkItem
  readonly beforeWrite?: (context: WriteContext<EntityDef>) => Promise<void> | void
  readonly afterWrite?: (context: WrittenContext<EntityDef>) => Promise<void> | void
  /** In place of `beforeWrite`, for all rows of one write at once: such an entity is written in a number of statements that does not grow with its rows. */
  readonly beforeWrites?: (contexts: readonly WriteContext<EntityDef>[]) => Promise<void> | void
  /** In place of `afterWrite`, for all rows of one write at once. */
  readonly afterWrites?: (contexts: readonly WrittenContext<EntityDef>[]) => Promise<void> | void
  /** The turn that a write takes before its row is locked (see `takeTurn`); null for one that decides nothing together with other rows. */
  readonly turn?: (verb: WriteVerb, changes: Changes) => string | null
  /** The total of a list without filters is kept with the number of the organisation's last write, for whoever sees a part: it follows from nothing that changes without one, and takes long to count. */
  readonly keepsTotal?: true
  /** Lists tell how many matching rows the reader may not open (TBL-19). */
  readonly countsHidden?: true
  /** Said in place of the general words: of a row that is not there for somebody (there or not, TBL-45), and of one that they may not change (MEA-13). */
  readonly refusals?: { readonly access?: string; readonly edit?: string }
  /** Fields of which a row holds one: naming the one empties the other, and an undo of a bulk edit brings back both. */
  readonly oneOf?: readonly (readonly [string, string])[]
  /** Its rows are assigned to people and a group; set by `defineRegister`. */
  readonly register?: true
  /** Fields that a copy into the own catalogue does not take over (TBL-06); absent: the entity cannot be copied. */
  readonly fork?: Fork<string>
  /** Which of its rows are still somebody's to do; absent: all of them. */
  readonly open?: Figure
  /** Which of its open rows nobody changes for the time being: they are nobody's to hand over. */
  readonly frozen?: (row: RowRef) => RawBuilder<boolean>
  /** What should not be so of its rows. */
  readonly checks?: ResourceChecks
  /** What Vigie counts of its rows, perimeter by perimeter, for metrics. */
  readonly counted?: ResourceCounts
  /** What is special about loading rows of an importable entity from a file. */
  readonly importing?: Importing
  /** What the reader's language decides of a row and SQL cannot say, added to what is answered. */
  readonly present?: (row: Readonly<Record<string, unknown>>, context: PresentContext) => Readonly<Record<string, unknown>>
  /** What rows that are listed by name say beside their fields. */
  readonly nested?: Nesting
}

/** What is worked out of other rows in one reading, where a row shows several of these values: `over` reads them, each value is an aggregate over them. */
export interface Together {
  readonly over: (row: RowRef, who: Reader | undefined, what: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly values: Readonly<Record<string, (row: RowRef) => RawBuilder<unknown>>>
}

/** The same values each by itself, for filters, sorts and files. */
export const eachOf = <N extends string>({ over, values }: Together & { readonly values: Readonly<Record<N, unknown>> }): Readonly<Record<N, Derived>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, (row, _, who) => over(row, who, value(row))] satisfies [string, Derived])) as Record<
    N,
    Derived
  >

/** Told of all rows of a list in one statement. */
export interface Nesting {
  readonly schema: z.ZodType
  readonly of: (tx: Tx, resources: Resources, rows: readonly Listed[]) => Promise<Listed[]>
}

interface Listed extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly version: number
}

/** How a row is copied (TBL-06). */
export interface Fork<Name extends string> {
  readonly without: readonly Name[]
  /** Makes a copy of what others share under this id; undefined where nothing is shared under it. An entity that has it keeps where its copies come from. */
  readonly adopt?: (tx: Tx, resources: Resources, id: number) => Promise<Stored | undefined>
}

export interface PresentContext {
  readonly translate: (message: Message | string, lang: Language) => string
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

type FieldName<E extends EntityDef> = keyof E['fields'] & string

/** The server's side of an entity as it is written: what it names are its own fields and columns. */
export interface ResourceOf<E extends EntityDef> extends Omit<
  Resource,
  'def' | 'derived' | 'beforeWrite' | 'beforeWrites' | 'afterWrite' | 'afterWrites' | 'turn' | 'fork' | 'importing'
> {
  readonly def: E
  readonly derived?: Readonly<Partial<Record<DerivedNames<E['fields']>, Derived>>>
  readonly beforeWrite?: (context: WriteContext<E>) => Promise<void> | void
  readonly beforeWrites?: (contexts: readonly WriteContext<E>[]) => Promise<void> | void
  readonly afterWrite?: (context: WrittenContext<E>) => Promise<void> | void
  readonly afterWrites?: (contexts: readonly WrittenContext<E>[]) => Promise<void> | void
  readonly turn?: (verb: WriteVerb, changes: ChangesOf<E>) => string | null
  readonly fork?: Fork<FieldName<E>>
  readonly importing?: ImportingOf<E>
}

/** What a file says of an entity, in the names of its fields. */
export interface ImportingOf<E extends EntityDef> extends Importing {
  readonly needs?: readonly FieldName<E>[]
  readonly sameBy?: readonly FieldName<E>[]
  readonly also?: readonly FieldName<E>[]
  readonly completes?: readonly FieldName<E>[]
}

/** Registers the server's side of an entity; checks that every derived field has its SQL, and what lists are asked by its checks. */
export function defineResource<E extends EntityDef>(resource: ResourceOf<E>): Resource {
  // Rows of an entity are only ever given to its own hooks.
  const own = resource as unknown as Resource
  for (const [name, field] of Object.entries(own.def.fields)) {
    if (field.options.asked ? !own.checks && !own.asks?.[name] : field.options.derived && !own.derived?.[name])
      throw new Error(`${own.def.name}.${name} is derived but has no SQL`)
  }
  return own
}

/** The resource of an entity; throws when an area names one that does not exist. */
export function resourceOf(resources: Resources, entity: string): Resource {
  const found = resources.get(entity)
  if (!found) throw new Error(`There is no entity ${entity}`)
  return found
}
