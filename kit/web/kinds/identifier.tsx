import { tabularWidth } from '#kit/web/table/text-width.ts'
import { shownCode } from '#kit/web/ui/shown-code.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { InputProps } from './kind.ts'
import { emptyToNull, inputAttributes, plainText } from './text.tsx'
import { TextFilter } from './lazy-filters.tsx'

function IdentifierField(props: InputProps<string>) {
  return (
    <TextInput
      {...inputAttributes(props)}
      placeholder={`${props.context.field.options.prefix ?? ''}-…`}
      spellCheck={false}
      autoComplete="off"
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

/** The short name of a row; left empty the server proposes one. */
export const identifier = defineKind<string>({
  width: 82,
  takes: wordsTake(plainText, 12, 0, tabularWidth),
  blank: '',
  cell: () =>
    function IdentifierCell(value) {
      return <span className={css.identifier}>{shownCode(value)}</span>
    },
  Input: IdentifierField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})
