import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { TextFilter } from './lazy-filters.tsx'

/** Text as it is, for cells and history. */
export const plainText = () => (value: unknown) => (value === null || value === undefined ? '' : String(value))

export const emptyToNull = (value: unknown) => (value === '' ? null : value)

/** A line of text; the entity's title stands out. */
export const textCell = ({ entity, name }: FieldContext) => {
  const className = entity.title === name ? css.title : css.plain
  return function TextCell(value: unknown) {
    return typeof value === 'string' ? (
      <span className={className} title={value}>
        {value}
      </span>
    ) : null
  }
}

/** The attributes that every text input takes from its field. */
export const inputAttributes = ({ context, label, help, error, required, disabled, onBlur }: Omit<InputProps, 'value' | 'onChange'>) => ({
  label,
  help,
  error,
  required,
  disabled,
  onBlur,
  ...(context.field.options.max === undefined ? {} : { maxLength: context.field.options.max }),
})

function TextField(props: InputProps<string>) {
  return <TextInput {...inputAttributes(props)} value={props.value ?? ''} onChange={(event) => props.onChange(event.target.value)} />
}

export const text = defineKind<string>({
  width: 200,
  takes: wordsTake(plainText),
  blank: '',
  wide: true,
  cell: textCell,
  Input: TextField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})

/** Localized fields hold one text per language; the form draws this input once per language. */
export const localized = defineKind<string>({
  width: 240,
  takes: wordsTake(plainText),
  blank: '',
  wide: true,
  cell: textCell,
  Input: TextField,
  Filter: TextFilter,
  toWire: emptyToNull,
  text: plainText,
})
