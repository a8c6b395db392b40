import type { Field } from '#kit/contract/field.ts'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import css from './cells.module.css'
import { defineKind } from './kind.ts'
import type { InputProps } from './kind.ts'
import { MarkdownEditor } from './lazy-controls.tsx'
import { emptyToNull, inputAttributes, plainText } from './text.tsx'
import { TextFilter } from './lazy-filters.tsx'

/** The first line without its marks: a cell is no place for formatting. */
export const firstLine = (text: string) =>
  (text.split('\n').find((line) => line.trim() !== '') ?? '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[#>\-*\s]+|[*_`]/g, '')
    .trim()

/** Whether a text of this row came in with a file: it is data, and no Markdown. */
export const isData = ({ options: { dataOf = 'urn' } }: Field, row: unknown): boolean =>
  typeof row === 'object' && row !== null && ((row as Readonly<Record<string, unknown>>)[dataOf] ?? null) !== null

/** The first line of what is no Markdown, with every sign of it. */
export const plainLine = (text: string) => (text.split('\n').find((line) => line.trim() !== '') ?? '').trim()

/** Pixels of a field in which some sentences are waited for; others have those of FRM-17. */
const short = 120

function MarkdownField(props: InputProps<string>) {
  if (props.context.literal)
    return <TextArea {...inputAttributes(props)} rows={8} value={props.value ?? ''} onChange={(event) => props.onChange(event.currentTarget.value)} />
  const height = props.context.field.options.short ? { height: short } : {}
  return <MarkdownEditor {...inputAttributes(props)} {...height} value={props.value ?? ''} onChange={props.onChange} />
}

/** Long text with formatting. */
export const markdown = defineKind<string>({
  width: 220,
  blank: '',
  wide: true,
  cell: ({ field }) =>
    function MarkdownCell(value, row) {
      return typeof value === 'string' ? <span className={css.plain}>{isData(field, row) ? plainLine(value) : firstLine(value)}</span> : null
    },
  Input: MarkdownField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})
