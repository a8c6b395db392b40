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

/** Pixels of a field in which some sentences are waited for; others have those of FRM-17. */
const short = 120

function MarkdownField(props: InputProps<string>) {
  const height = props.context.field.options.short ? { height: short } : {}
  return <MarkdownEditor {...inputAttributes(props)} {...height} value={props.value ?? ''} onChange={props.onChange} />
}

/** Long text with formatting. */
export const markdown = defineKind<string>({
  width: 220,
  blank: '',
  wide: true,
  cell: () =>
    function MarkdownCell(value) {
      return typeof value === 'string' ? <span className={css.plain}>{firstLine(value)}</span> : null
    },
  Input: MarkdownField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})
