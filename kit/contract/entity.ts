import type { Field, Fields, Input, StoredValues, Values } from './field.ts'
import type { Right } from './right.ts'

/** Names of an entity's fields. */
type Keys<F extends Fields> = keyof F & string

/** A field, descending with a leading `-`. */
type SortKey<K extends string> = K | `-${K}` | 'updated_at' | '-updated_at' | 'created_at' | '-created_at' | 'order' | 'id'

interface Declaration<K extends string> {
  /** The room it lives in: its labels are `<area>.entities.<name>`. */
  readonly area: string
  /** The field that names a row to people; references show it. */
  readonly title: K
  /** The right each verb requires; `null` means that there is no such call. No default on purpose. */
  readonly rights: { readonly read: Right; readonly create: Right | null; readonly update: Right | null; readonly delete: Right | null }
  readonly list: {
    readonly columns: readonly K[]
    /** Columns offered but not shown until a person chooses them. */
    readonly more?: readonly K[]
    readonly filters: readonly K[]
    /** Up to three. Only columns and `created_at`, `updated_at`, `id` can be sorted by. */
    readonly sort: SortKey<K> | readonly SortKey<K>[]
    /** The reference by which lists are grouped, such as the register of a gap: a column, also one that is not shown. The rows that it names stand above theirs. */
    readonly groupedBy?: K
    /** Fields whose text the global search reads; of references and links, whose names the search of the list knows. */
    readonly search: readonly K[]
  }
  /** Sections of the form; labels under `<area>.entities.<entity>.sections`. */
  readonly form: readonly FormSection<K>[]
  /** Rows come in from Excel files, and exports of them come back (FIL-17); the server's side may say more of it. */
  readonly importable?: true
  /** Rows keep a manual rank in column `position`, changed by `PUT /<entity>/order` (TBL-29). */
  readonly ordered?: true
  /** Of its rows one is the default, as its flag `is_default` says; the archived ones, where there are such, cannot be (docs/decisions/0038). */
  readonly oneDefault?: OneDefault<K>
}

/** Which rows have one default among them, from the first one on. Who may choose it, if not all who may write, is said by `setBy` of the flag. */
export interface OneDefault<K extends string = string> {
  /** A mandatory choice or reference, of each value of which one row is the default; absent: one of all rows. */
  readonly within?: K
  /** There is one from the beginning, so that not even the last row goes. */
  readonly always?: true
  /** In place of the kit's words: of the default that is switched off, deleted, archived. */
  readonly messages?: { readonly needed?: string; readonly deleted?: string; readonly archived?: string }
}

/** Some fields of a form under a title of their own. */
export interface FormSection<K extends string = string> {
  readonly section: string
  readonly fields: readonly K[]
  /** Shown only while a choice or flag of the form has this value; what is not shown keeps what it holds. */
  readonly when?: readonly [K, string | boolean]
  /** Not asked of whoever adds a row: what comes of it later. */
  readonly later?: true
}

/** What any entity is: what the kit works with. */
export interface EntityDef extends Declaration<string> {
  /** The endpoint's and table's name, singular snake_case (GEN-20). */
  readonly name: string
  readonly fields: Fields
}

/** An entity whose fields the compiler knows one by one. */
export interface Entity<N extends string = string, F extends Fields = Fields> extends Omit<EntityDef, 'name' | 'fields'> {
  readonly name: N
  readonly fields: F
}

/** Whom rows are given to. */
const assignable = new Set<string | undefined>(['member', 'group'])

/** What a field by which rows are given to people asks of them, said of each: the right to change the row, unless the field says another one. */
function withAsked<F extends Fields>(fields: F, right: Right | null): F {
  const addAsks = ([name, field]: [string, Field]): [string, Field] => {
    const { options } = field
    if (options.by === 'server' || options.derived) return [name, field]
    if (options.fields) return [name, { ...field, options: { ...options, fields: withAsked(options.fields, right) } }]
    const asks = !assignable.has(options.entity) ? undefined : (options.asks ?? (options.asks === null ? undefined : right))
    return asks ? [name, { ...field, options: { ...options, asks } }] : [name, field]
  }
  return Object.fromEntries(Object.entries(fields).map(addAsks)) as F
}

/** Kinds that owned rows have none of: those with values in a table beside the row's own, and references to one of several entities. Files stand in a table of their own that knows owned rows. */
const notOwned = new Set<Field['kind']>(['links', 'rows', 'ref_one_of'])

/** Declares an entity, once, in `areas/X/contract/<entity>.ts`; everything else about it is derived from this. Throws when owned rows are to hold what they cannot, or a default has no flag. */
export function defineEntity<const N extends string, const F extends Fields>(
  def: Declaration<Keys<F>> & { readonly name: N; readonly fields: F },
): Entity<N, F> {
  for (const [name, { options }] of Object.entries(def.fields)) {
    for (const other of [options.dataOf, options.ending]) {
      if (other !== undefined && !Object.hasOwn(def.fields, other)) throw new Error(`${def.name}.${name}: there is no field ${other}`)
    }
    for (const [child, { kind, options: own }] of Object.entries(options.fields ?? {})) {
      if (notOwned.has(kind) || own.derived) throw new Error(`${def.name}.${name}.${child}: an owned row holds no ${own.derived ? 'derived field' : kind}`)
    }
  }
  if (def.oneDefault) assertDefault(def)
  const { groupedBy, columns, more = [] } = def.list
  if (groupedBy !== undefined && (def.fields[groupedBy]?.kind !== 'ref' || def.fields[groupedBy].options.derived || ![...columns, ...more].includes(groupedBy)))
    throw new Error(`${def.name}: lists are not grouped by ${groupedBy}, which is no reference among their columns`)
  return { ...def, fields: withAsked(def.fields, def.rights.update) }
}

function assertDefault({ name, fields, oneDefault: { within } = {} }: Pick<EntityDef, 'name' | 'fields' | 'oneDefault'>): void {
  if (fields.is_default?.kind !== 'boolean') throw new Error(`${name}: its default has no flag \`is_default\``)
  if (within === undefined) return
  const { kind, options } = fields[within] ?? {}
  if ((kind !== 'choice' && kind !== 'ref') || options?.need !== 'required') throw new Error(`${name}.${within} is no mandatory choice or reference`)
}

/** The order of an entity's list when nobody has asked for another. */
export const declaredSort = ({ list }: EntityDef): { name: string; order: 'asc' | 'desc' }[] =>
  [list.sort].flat().map((key) => (key.startsWith('-') ? { name: key.slice(1), order: 'desc' } : { name: key, order: 'asc' }))

/** The rights that come with every row (TBL-09); the client shows or hides by them and tests no role. */
export interface RowRights {
  readonly view_right: boolean
  readonly edit_right: boolean
  readonly delete_right: boolean
  readonly edit_right_regular: boolean
  readonly checkbox_right: boolean
  /** Whether the reader may copy the row into the own catalogue (TBL-06); absent where rows cannot be copied. */
  readonly copy_right?: boolean
  /** Whether the reader may take back what was decided about the row (MEA-13); absent where nothing is decided. */
  readonly reset_right?: boolean
}

export interface RowBase extends RowRights {
  readonly id: number
  /** The entity's name; `type` says it too, unless the entity has a field of that name. */
  readonly entity: string
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly created_by: { id: number; name: string } | null
  readonly updated_by: { id: number; name: string } | null
  readonly order?: number
  readonly warning?: { readonly status: boolean; readonly message?: string }
}

/** A row of an entity as every call answers it. */
export type RowOf<E> = E extends { readonly fields: infer F extends Fields } ? RowBase & Values<F> : never
/** The body of a create or update of an entity. */
export type InputOf<E> = E extends { readonly fields: infer F extends Fields } ? Input<F> & { version?: number; id?: number } : never

/** A stored row by column name, as the database answers it. */
export type Stored = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }
/** A stored row of an entity by its columns; what its table holds beyond the declaration is not named. */
export type StoredOf<E extends EntityDef> = string extends keyof E['fields']
  ? Stored
  : StoredValues<E['fields']> & {
      readonly id: number
      readonly version: number
      readonly created_by: number | null
      readonly updated_by: number | null
      readonly created_at: Date
      readonly updated_at: Date
    }
