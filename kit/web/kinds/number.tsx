import { useState } from 'react'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { Progress } from '#kit/web/ui/marks.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { readNumber, writeNumber } from './number-text.ts'
import { NumberRangeFilter } from './lazy-filters.tsx'
import { inputAttributes } from './text.tsx'

const inUnit = ({ field, format }: FieldContext) => {
  const { unit, decimals } = field.options
  const whole = field.kind === 'integer' ? 0 : decimals
  return (value: unknown) => {
    if (typeof value !== 'number') return ''
    return unit ? format[unit](value) : format.number(value, whole)
  }
}

/** A percentage called progress is drawn as a bar; any other number is a figure. */
const isProgress = ({ name, field }: FieldContext) => name === 'progress' && field.options.unit === 'percent'

const cell = (context: FieldContext) => {
  const show = inUnit(context)
  const asProgress = isProgress(context)
  return function NumberCell(value: unknown) {
    if (typeof value !== 'number') return null
    return asProgress ? <Progress value={value} /> : <span className={css.number}>{show(value)}</span>
  }
}

/** While it is typed the text is the person's own; the form holds the number, or the text when it is none. */
function NumberField(props: InputProps<number | string | null>) {
  const language = useLanguage()
  const [text, setText] = useState<string>()
  return (
    <TextInput
      {...inputAttributes(props)}
      maxLength={20}
      inputMode="decimal"
      value={text ?? writeNumber(props.value, language)}
      onChange={(event) => {
        setText(event.target.value)
        props.onChange(readNumber(event.target.value, language))
      }}
      onBlur={() => {
        setText(undefined)
        props.onBlur()
      }}
    />
  )
}

/** Pixels of a bar with its figure. */
const progress = 91

/** Whole numbers and decimals differ only in their schema. */
export const number = defineKind<number | string | null>({
  width: 90,
  align: 'end',
  takes: (context) => (isProgress(context) ? () => progress : wordsTake(inUnit)(context)),
  column: (context) => (isProgress(context) ? { width: 112 } : undefined),
  blank: null,
  cell,
  Input: NumberField,
  Filter: NumberRangeFilter,
  text: inUnit,
})
