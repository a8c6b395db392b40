import { OutsideLink, UrlInput } from '#kit/web/ui/outside-link.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { InputProps } from './kind.ts'
import { emptyToNull, inputAttributes, plainText } from './text.tsx'
import { TextFilter } from './lazy-filters.tsx'

function UrlField(props: InputProps<string>) {
  return <UrlInput {...inputAttributes(props)} value={props.value ?? ''} onChange={(event) => props.onChange(event.target.value)} />
}

function EmailField(props: InputProps<string>) {
  return <TextInput {...inputAttributes(props)} type="email" value={props.value ?? ''} onChange={(event) => props.onChange(event.target.value)} />
}

export const url = defineKind<string>({
  width: 200,
  blank: '',
  wide: true,
  cell: () =>
    function UrlCell(value) {
      return typeof value === 'string' ? <OutsideLink address={value} className={css.plain} /> : null
    },
  Input: UrlField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})

export const email = defineKind<string>({
  width: 200,
  takes: wordsTake(plainText),
  blank: '',
  cell: () =>
    function EmailCell(value) {
      return typeof value === 'string' ? (
        <a className={css.plain} href={`mailto:${encodeURIComponent(value)}`}>
          {value}
        </a>
      ) : null
    },
  Input: EmailField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})
