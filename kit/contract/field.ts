import type { z } from 'zod'
import type { Message } from './errors.ts'
import type { Right, Role } from './right.ts'

/** The closed set of field kinds; each has one file in `kit/web/kinds` and one place in `kit/contract/schema.ts`. */
export type FieldKind =
  | 'identifier'
  | 'text'
  | 'markdown'
  | 'localized'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'choice'
  | 'choices'
  | 'ref'
  | 'ref_one_of'
  | 'links'
  | 'rows'
  | 'files'
  | 'email'
  | 'url'
  | 'color'
  | 'scale'
  | 'json'

/** What a row shows of another one. */
export interface Reference {
  readonly id: number
  readonly name: string
  readonly identifier?: string | null
  readonly color?: string | null
  /** The reader may not open it: its name is only the word that says so. */
  readonly hidden?: boolean
}

export interface FileReference {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly mime: string
  /** Who sent it, and when; known once it is attached. */
  readonly author?: { readonly id: number; readonly name: string } | null
  readonly date?: string
  /** What people say of it, once it is attached. */
  readonly comment?: string | null
}

/** A file as a write names it: by its id alone, which leaves its comment as it is, or with what is to be said of it. */
export type FileInput = number | { readonly id: number; readonly comment?: string | null | undefined }

interface Common {
  /** The value must be given on creation and cannot be emptied (FRM-23). */
  readonly need?: 'required'
  /** Set by the server alone: an unknown key for clients. */
  readonly by?: 'server'
  /** Not stored: the area gives its SQL in `derived` of its resource. Read-only. */
  readonly derived?: true
  /** Only holders of this right give it another value than it has, or begins with; whoever may write the row sends the rest. */
  readonly setBy?: Right
  /** Of its reader: two who see the same row are not told the same, so that nothing that many are shown is counted by it. */
  readonly personal?: true
}

/** A field as declared. `Out` is its value on a row, `In` what a client may send; both exist for the compiler only. */
export interface Field<Out = unknown, In = unknown, O extends FieldOptions = FieldOptions> {
  readonly kind: FieldKind
  readonly options: O
  readonly out?: Out
  readonly in?: In
}

export interface FieldOptions extends Common {
  readonly min?: number
  readonly max?: number
  readonly default?: unknown
  readonly values?: readonly string[]
  readonly entity?: string
  /** Of a reference to one of several. */
  readonly entities?: readonly string[]
  readonly prefix?: string
  readonly pattern?: RegExp
  readonly patternMessage?: Message['key']
  /** What a number out of its bounds, or a list that is too short, is refused with, where the specification has words of its own. */
  readonly boundsMessage?: Message['key']
  /** What its lack is refused with, where people have words of their own for it. */
  readonly neededMessage?: Message['key']
  /** What a list that names a row twice is refused with, where people have words of their own for it (FRM-41). */
  readonly duplicateMessage?: Message['key']
  readonly fields?: Fields
  /** Of free structure that somebody may write: what it looks like. */
  readonly schema?: z.ZodType
  readonly decimals?: number
  /** A few sentences are waited for, not a page. */
  readonly short?: true
  /** A field of the row, `urn` unless said, whose value says that this text came in with a file: then it is data, shown as it stands and never read as Markdown. */
  readonly dataOf?: string
  /** Of a choice: the other choice that says how what this one says came to its end. Once filled in, it is what stands in this one's place (`kit/contract/ending.ts`). */
  readonly ending?: string
  /** Of a choice: those of its values that are levels, lowest first; they are shown as such. */
  readonly ranked?: readonly string[]
  readonly unit?: 'percent' | 'days' | 'keuro'
  /** The kind of scale that a level is one of. */
  readonly scale?: string
  /** Of a person: somebody else than another field names, or than the reader while it names nobody; they are not offered. */
  readonly otherThan?: string
  readonly notAfter?: 'today'
  /** A day that is over is pointed out, not refused (FRM-34). */
  readonly past?: 'warning'
  /** Lets holders of this right make a missing row by its name, from within the select (FRM-21). */
  readonly creates?: Right
  /** What it names does not list the row among what is linked to it; or only rows of these entities do not. */
  readonly unlisted?: true | readonly string[]
  /** Of people: the row is about them, and nothing for them to do. */
  readonly about?: true
  /** Lists are asked by it; rows do not tell it (`findings`). */
  readonly asked?: true
  /** Offers archived rows of the referenced entity too. */
  readonly archived?: boolean
  /** Of a reference: rows of these choices alone are offered, such as scales of one type; the area refuses the others. */
  readonly only?: Readonly<Record<string, string>>
  /** Roles that are told its name with the row, though they may not open it: each such field stands in the threat model. */
  readonly namedTo?: readonly Role[]
  /**
   * Of people and groups: the right without which whoever is named could not do what that asks of them, so that they can be neither chosen nor written; null where
   * it only makes known. Without it the right to change the row (`defineEntity`).
   */
  readonly asks?: Right | null
}

export type Fields = Readonly<Record<string, Field>>

const make = <Out, In = Out>(kind: FieldKind, options: FieldOptions = {}) => ({ kind, options }) as Field<Out, In>

/** Letters without accents, digits, dots, underscores, dashes, starting with a letter (FRM-32). */
export const identifierPattern = /^[A-Za-z][A-Za-z0-9._-]*$/
/** What labels, categories and groups may be called (FRM-40). */
export const plainNamePattern = /^[0-9 \p{L}\-_/\\()'’]+$/u
/** The same for tags, whose one message names the length too (FRM-22). */
export const tagNamePattern = /^[0-9 \p{L}\-_/\\()]{4,128}$/u

/** Unique in the organisation for its entity; left empty, the server proposes `<prefix>-<n>` (GEN-25). Lists sort it numerically. */
export const identifier = (o: Common & { prefix: string; max?: number }) =>
  make<string, string | null>('identifier', { max: 32, pattern: identifierPattern, patternMessage: 'kit.errors.identifier_form', ...o })

/** One line of text, at most `max` characters (128). */
export const text = (o: Common & { min?: number; max?: number; pattern?: RegExp; patternMessage?: string; default?: string } = {}) =>
  make<string | null>('text', { max: 128, ...o })

/** Markdown, sanitised where it is shown; at most `max` characters (20,000). */
export const markdown = (o: Common & { max?: number; short?: true; dataOf?: string } = {}) => make<string | null>('markdown', { max: 20_000, ...o })

/**
 * Text in both languages: columns and wire keys `<name>_en`, `<name>_fr`; a row also answers the reader's language under the bare name,
 * falling back to the other one. `need: 'required'` asks for at least one of the two (FRM-39).
 */
export const localized = (o: Common & { min?: number; max?: number; pattern?: RegExp; patternMessage?: string; long?: boolean; dataOf?: string } = {}) =>
  make<string | null>('localized', { max: o.long ? 20_000 : 128, ...o }) as LocalizedField

export type LocalizedField = Field<string | null, string | null> & { readonly kind: 'localized' }

/** A whole number; out of `min`…`max` is refused with both bounds named (FRM-25 … FRM-30). */
export const integer = (o: Common & { min?: number; max?: number; default?: number; unit?: FieldOptions['unit']; boundsMessage?: string } = {}) =>
  make<number | null>('integer', o)

/** A number with at most `decimals` decimals (2), stored as numeric. */
export const decimal = (o: Common & { min?: number; max?: number; decimals?: number; default?: number; unit?: FieldOptions['unit'] } = {}) =>
  make<number | null>('decimal', { decimals: 2, ...o })

export const flag = (o: Common & { default?: boolean } = {}) => make<boolean, boolean>('boolean', { default: false, ...o })

/** A calendar day, `YYYY-MM-DD`, without time zone. */
export const date = (o: Common & { notAfter?: 'today'; past?: 'warning' } = {}) =>
  make<string | null>('date', o) as Field<string | null, string | null> & { readonly kind: 'date' }

/** An instant, ISO 8601 in UTC. */
export const timestamp = (o: Common = {}) => make<string | null>('timestamp', o) as Field<string | null, string | null> & { readonly kind: 'timestamp' }

/** One of a closed list; labels are `<area>.entities.<entity>.choices.<field>.<VALUE>`. Stored as text with a CHECK. */
export const choice = <const V extends readonly string[]>(
  values: V,
  o: Common & { default?: V[number]; ending?: string; ranked?: readonly V[number][] } = {},
) => make<V[number] | null>('choice', { values, ...o })

export const choices = <const V extends readonly string[]>(values: V, o: Common & { neededMessage?: string } = {}) =>
  make<V[number][]>('choices', { values, ...o })

/** One row of another entity: column `<name>_id`, its id on the way in, a `Reference` on the way out. */
export const ref = (
  entity: string,
  o: Common & {
    unlisted?: true
    about?: true
    archived?: boolean
    creates?: Right
    namedTo?: readonly Role[]
    only?: Readonly<Record<string, string>>
    asks?: Right | null
    otherThan?: string
  } = {},
) => make<Reference | null, number | null>('ref', { entity, ...o }) as Field<Reference | null, number | null> & { readonly kind: 'ref' }

/** What a row shows of another one that may be of several entities. */
export interface ReferenceOneOf<E extends string = string> extends Reference {
  readonly entity: E
}

/**
 * One row of one of several entities: a column `<name>_<entity>_id` with a foreign key for each, of which one at most is filled; `{entity, id}` on the way in, a
 * reference that says its entity on the way out.
 */
export const refOneOf = <const E extends readonly string[]>(entities: E, o: Common & { unlisted?: true | E[number][] } = {}) =>
  make<ReferenceOneOf<E[number]> | null, { readonly entity: E[number]; readonly id: number } | null>('ref_one_of', { entities, ...o }) as Field<
    ReferenceOneOf<E[number]> | null,
    { readonly entity: E[number]; readonly id: number } | null
  > & { readonly kind: 'ref_one_of'; readonly options: { readonly entities: E } }

/** Rows of another entity: one link table `<entity>__<name>` per pair, ids on the way in (TBL-07), references on the way out. */
export const links = (
  entity: string,
  o: Common & { unlisted?: true; max?: number; creates?: Right; neededMessage?: string; duplicateMessage?: string; asks?: Right | null } = {},
) => make<Reference[], number[]>('links', { entity, max: 1000, ...o }) as Field<Reference[], number[]> & { readonly kind: 'links' }

/**
 * Rows of another entity that have to do with the row by way of others, which nobody stores: lists are asked by them and what is linked to them lists the row, but rows do not tell
 * them. The area says in `asks` of its resource which rows hold some ids.
 */
export const askedLinks = (entity: string): Field<undefined, never> => ({ kind: 'links', options: { entity, derived: true, by: 'server', asked: true } })

/** Owned children in table `<entity>__<name>`, `min` to `max` (200) of them, saved under the parent's lock; a child without `id` is new, a missing one is removed. */
export const rows = <const F extends Fields>(fields: F, o: Common & { min?: number; max?: number; boundsMessage?: string } = {}) =>
  make<OwnedRow<F>[], OwnedInput<F>[]>('rows', { fields, max: 200, ...o }) as Field<OwnedRow<F>[], OwnedInput<F>[]> & { readonly kind: 'rows' }

/** Attached files, at most `max` (10), by the id that the upload answered, with a comment where there is one (FIL-07, ACT-13); owned rows may have some, too. */
export const files = (o: Common & { max?: number } = {}) =>
  make<FileReference[], FileInput[]>('files', { max: 10, ...o }) as Field<FileReference[], FileInput[]> & { readonly kind: 'files' }

export const email = (o: Common = {}) => make<string | null>('email', { max: 254, ...o })
export const url = (o: Common = {}) => make<string | null>('url', { max: 2000, ...o })
/** `#rrggbb`. */
export const color = (o: Common = {}) => make<string | null>('color', o)
/**
 * A level of the organisation's default scale of a kind, by its value from 0 to 100: a number on the wire, a name and a colour to people. Any other number
 * is refused, with `boundsMessage` where the specification has words of its own (SCL-07).
 */
export const level = (of: string, o: Common & { default?: number; boundsMessage?: string; neededMessage?: string } = {}) =>
  make<number | null>('scale', { scale: of, min: 0, max: 100, ...o }) as Field<number | null, number | null> & { readonly kind: 'scale' }
/** Free structure that the server makes, stored and shown whole; never sorted, filtered or edited field by field. */
export const json = <T = unknown>(o: Common & { default?: T } = {}) => make<T | null>('json', { ...o, by: 'server' })
/** The same of people’s making: what does not look like its schema is refused where it is wrong, for whoever reads it later takes it as it is. */
export const structured = <S extends z.ZodType>(schema: S, o: Common = {}) => make<z.output<S> | null>('json', { ...o, schema })

/** Turns any field into one that the server computes for reading. */
export const derived = <Out>(field: Field<Out>) => ({ ...field, options: { ...field.options, derived: true, by: 'server' } }) as DerivedField<Out>

export type DerivedField<Out = unknown> = Field<Out, never, FieldOptions & { readonly derived: true }>

type LocalizedKeys<F extends Fields> = { [K in keyof F & string]: F[K] extends LocalizedField ? `${K}_en` | `${K}_fr` : never }[keyof F & string]

/** The values of a row as it is read. */
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Field<infer Out> ? Out : never } & { [K in LocalizedKeys<F>]: string | null }

type InputKeys<F extends Fields> = { [K in keyof F & string]: F[K] extends LocalizedField ? never : K }[keyof F & string]

/** What a write may carry; every key is optional, requiredness is the schema's business. */
export type Input<F extends Fields> = { [K in InputKeys<F>]?: F[K] extends Field<unknown, infer In> ? In : never } & { [K in LocalizedKeys<F>]?: string | null }

/** The columns that hold a field in its entity's own table. */
type ColumnOf<K extends string, A> = A extends DerivedField
  ? never
  : A extends { readonly kind: 'localized' }
    ? `${K}_en` | `${K}_fr`
    : A extends { readonly kind: 'ref' }
      ? `${K}_id`
      : A extends { readonly kind: 'ref_one_of'; readonly options: { readonly entities: readonly (infer E extends string)[] } }
        ? `${K}_${E}_id`
        : A extends { readonly kind: 'links' | 'rows' | 'files' }
          ? never
          : K

/** A row by its own columns, as the database keeps it. */
export type StoredValues<F extends Fields> = {
  readonly [K in keyof F & string as ColumnOf<K, F[K]>]: F[K] extends { readonly kind: 'ref' | 'ref_one_of' }
    ? number | null
    : F[K] extends { readonly kind: 'timestamp' }
      ? Date | null
      : F[K] extends Field<infer Out>
        ? Out
        : never
}

/** The names of the fields that the server computes for reading. */
export type DerivedNames<F extends Fields> = { [K in keyof F & string]: F[K] extends DerivedField ? K : never }[keyof F & string]

/** The names of the fields that read as something, such as `Field<number | null>`; of any entity, any name. */
export type NamesOf<F extends Fields, Read extends Field> = string extends keyof F
  ? string
  : { [K in keyof F & string]: F[K] extends Read ? K : never }[keyof F & string]
/** The names of the fields with one of few values. */
export type ChoiceNames<F extends Fields> = string extends keyof F
  ? string
  : { [K in keyof F & string]: F[K] extends Field<infer Out> ? ([string] extends [Out] ? never : [Out] extends [string | null] ? K : never) : never }[keyof F &
      string]

export type OwnedRow<F extends Fields> = Values<F> & { id: number }
export type OwnedInput<F extends Fields> = Input<F> & { id?: number }

/** The wire keys that a client may send for a field. */
export function inputKeys(name: string, field: Field): string[] {
  if (field.options.by === 'server') return []
  return field.kind === 'localized' ? [`${name}_en`, `${name}_fr`] : [name]
}

/** The columns that hold a field in its entity's own table; links, rows, files and derived fields have none. */
export function columnsOf(name: string, field: Field): string[] {
  if (field.options.derived) return []
  if (field.kind === 'localized') return [`${name}_en`, `${name}_fr`]
  if (field.kind === 'ref') return [`${name}_id`]
  if (field.kind === 'ref_one_of') return (field.options.entities ?? []).map((entity) => `${name}_${entity}_id`)
  return field.kind === 'links' || field.kind === 'rows' || field.kind === 'files' ? [] : [name]
}

/** The most characters that may be said of a file. */
export const fileCommentLimit = 1000

/** A file as it was read, for a write that keeps it. */
export const fileInput = ({ id, comment }: FileReference): FileInput => (comment === undefined ? id : { id, comment })

/** The files that a write names, whichever way it does. */
export const namedFiles = (given: readonly FileInput[]) => given.map((file) => (typeof file === 'number' ? { id: file } : file))
