import { useId } from 'react'
import { Check } from '#kit/web/ui/check.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import css from './cells.module.css'
import { BooleanFilter } from './lazy-filters.tsx'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'

const inWords =
  ({ kit }: FieldContext) =>
  (value: unknown) =>
    value === true ? kit('yes') : value === false ? kit('no') : ''

function BooleanField({ label, help, value, onChange, onBlur, error, disabled }: InputProps<boolean>) {
  const id = useId()
  return (
    <Field help={help} error={error}>
      {(control) => (
        <div className={css.inline}>
          <Check {...control} id={id} checked={value} disabled={disabled} onChange={(event) => onChange(event.target.checked)} onBlur={onBlur} />
          <label htmlFor={id}>{label}</label>
        </div>
      )}
    </Field>
  )
}

/** Yes or no. */
export const boolean = defineKind<boolean>({
  width: 80,
  takes: wordsTake(inWords),
  blank: false,
  cell: (context) => {
    const textOf = inWords(context)
    return function BooleanCell(value) {
      return <span className={css.plain}>{textOf(value)}</span>
    }
  },
  Input: BooleanField,
  Filter: BooleanFilter,
  text: inWords,
})
