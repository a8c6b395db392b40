import type { Fields, Input, Values } from './field.ts'
import type { Right } from './right.ts'

interface FormSection<K extends string> {
  /** Key under `<area>.entities.<entity>.sections`. */
  readonly section: string
  readonly fields: readonly K[]
}

/** What an entity is, declared once in `areas/X/contract/<entity>.ts`; everything else about it is derived from this. */
export interface EntityDef<N extends string = string, F extends Fields = Fields> {
  /** The endpoint's and table's name, singular snake_case (GEN-20). */
  readonly name: N
  /** The room it lives in: its labels are `<area>.entities.<name>`. */
  readonly area: string
  /** The field that names a row to people; references show it. */
  readonly title: keyof F & string
  readonly fields: F
  /** The right each verb requires; `null` means that there is no such call. No default on purpose. */
  readonly rights: { readonly read: Right; readonly create: Right | null; readonly update: Right | null; readonly delete: Right | null }
  readonly list: {
    readonly columns: readonly (keyof F & string)[]
    /** Columns offered but not shown until a person chooses them. */
    readonly more?: readonly (keyof F & string)[]
    readonly filters: readonly (keyof F & string)[]
    /** A field, descending with a leading `-`. Only columns and `created_at`, `updated_at` can be sorted by. */
    readonly sort: (keyof F & string) | `-${keyof F & string}` | 'updated_at' | '-updated_at' | 'created_at' | '-created_at'
    /** Fields whose text the global search reads. */
    readonly search: readonly (keyof F & string)[]
  }
  readonly form: readonly FormSection<keyof F & string>[]
  /** Rows keep a manual rank in column `position`, changed by `PUT /<entity>/order` (TBL-29). */
  readonly ordered?: true
}

/** Checks a declaration at compile time and returns it as it is. */
export function defineEntity<const N extends string, const F extends Fields>(def: EntityDef<N, F>): EntityDef<N, F> {
  return def
}

/** The rights that come with every row (TBL-09); the client shows or hides by them and tests no role. */
export interface RowRights {
  readonly view_right: boolean
  readonly edit_right: boolean
  readonly delete_right: boolean
  readonly edit_right_regular: boolean
  readonly checkbox_right: boolean
}

export interface RowBase extends RowRights {
  readonly id: number
  /** The entity's name. */
  readonly type: string
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly created_by: { id: number; name: string } | null
  readonly updated_by: { id: number; name: string } | null
  readonly order?: number
  readonly warning?: { readonly status: boolean; readonly message?: string }
}

/** A row of an entity as every call answers it. */
export type RowOf<E> = E extends EntityDef<string, infer F> ? RowBase & Values<F> : never
/** The body of a create or update of an entity. */
export type InputOf<E> = E extends EntityDef<string, infer F> ? Input<F> & { version?: number; id?: number } : never
