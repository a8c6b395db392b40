import type { ComponentType, ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, FieldKind, FileReference, Reference, ReferenceOneOf } from '#kit/contract/field.ts'
import type { EntityWords } from '#kit/web/i18n/entity-words.ts'
import type { Format } from '#kit/web/i18n/format.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'
import type { FilterControlProps } from '#kit/web/table/columns.ts'
import { textWidth } from '#kit/web/table/text-width.ts'
import type { StatusLook } from '#kit/web/ui/status-looks.ts'

/** Looks by field, then by value. */
export type Tones = Readonly<Record<string, Readonly<Record<string, StatusLook>>>>

/** A field in its place, with everything needed to show values of it; made once per column, not per cell. */
export interface FieldContext {
  readonly entity: EntityDef
  readonly name: string
  readonly field: Field
  readonly words: EntityWords
  readonly kit: WordsOf<'kit'>
  readonly format: Format
  readonly looks?: Readonly<Record<string, StatusLook>> | undefined
  /** The row that is not offered. */
  readonly without?: number | null
  /** In the form of a row whose text came in with a file. */
  readonly literal?: boolean
  /** Inputs of the area's own inside owned rows, by the name of their field. */
  readonly inside?: Inputs
}

/** What is drawn in place of the input of a field's kind, given the same; by field. */
export type Inputs = Readonly<Record<string, (props: InputProps) => ReactNode>>

/**
 * A function whose argument the compiler compares both ways, so that the input of a kind may also be asked for by a field whose kind is known only as the
 * page runs: what a form holds of a field came from this input or the wire.
 */
type Takes<A, R> = { call(given: A): R }['call']

export interface InputProps<V = unknown> {
  readonly context: FieldContext
  readonly label: string
  readonly help: string | undefined
  readonly value: V
  readonly onChange: Takes<V, void>
  readonly onBlur: () => void
  readonly error: string | undefined
  /** What is wrong inside owned rows, by the place of a row and the key of an input such as `2:days`. */
  readonly below?: Readonly<Record<string, string>> | undefined
  readonly required: boolean
  readonly disabled: boolean
}

export interface FilterProps extends FilterControlProps {
  readonly context: FieldContext
}

/** Everything the web knows about one kind of field; `kinds.ts` holds one per kind. */
export interface Kind<V = unknown> {
  /** Width of its column in pixels. */
  readonly width: number
  readonly align?: 'end'
  /** Where one field of the kind is drawn unlike the others. */
  readonly column?: (context: FieldContext) => { readonly width: number; readonly align?: 'end' } | undefined
  /** Pixels that a value takes in a cell, where its column is as wide as what stands in it. */
  readonly takes?: (context: FieldContext) => (value: unknown) => number
  /** What a form holds for a field that was never set. */
  readonly blank: V
  /** Spans both columns of a form. */
  readonly wide?: boolean
  /** Draws one value with native elements only; the outer call happens once per column. */
  readonly cell: (context: FieldContext) => (value: unknown, row: unknown) => ReactNode
  readonly Input?: Takes<InputProps<V>, ReactNode>
  readonly Filter?: ComponentType<FilterProps>
  /** What the form holds → what is sent; as it is when absent. */
  readonly toWire?: (value: unknown, field: Field) => unknown
  /** A value in words, for history and other plain text. */
  readonly text: (context: FieldContext) => (value: unknown) => string
}

/** What values take that are drawn in words alone, but for so many pixels beside them; `width` reckons with other figures than those of a text. */
export const wordsTake =
  (text: Kind['text'], size = 13, beside = 0, width = textWidth): NonNullable<Kind['takes']> =>
  (context) => {
    const textOf = text(context)
    return (value) => {
      const words = textOf(value)
      return words === '' ? 0 : width(words, size) + beside
    }
  }

/** What a form holds for a field of each kind. */
export interface KindValues extends Readonly<Record<FieldKind, unknown>> {
  readonly identifier: string
  readonly text: string
  readonly markdown: string
  readonly localized: string
  readonly integer: number | string | null
  readonly decimal: number | string | null
  readonly boolean: boolean
  readonly date: string | null
  readonly timestamp: string | null
  readonly choice: string | null
  readonly choices: readonly string[]
  readonly ref: Reference | null
  readonly ref_one_of: ReferenceOneOf | null
  readonly links: readonly Reference[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly files: readonly FileReference[]
  readonly email: string
  readonly url: string
  readonly color: string | null
  readonly scale: number | null
  readonly json: unknown
}

/** A kind with its values, of which no other kind's will do. */
export interface DefinedKind<V> extends Kind<V> {
  /** Never there: says that values are both given and taken. */
  readonly values?: (value: V) => V
}

/** Lets the compiler know the values of a kind where it is described. */
export const defineKind = <V>(kind: Kind<V>): DefinedKind<V> => kind
