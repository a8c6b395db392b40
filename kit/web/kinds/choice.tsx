import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { ChoiceFilter } from './lazy-filters.tsx'
import { lookOfChoice } from './choice-look.ts'
import css from './cells.module.css'
import { defineKind } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { MultiSelect, Select } from './lazy-controls.tsx'
import { inputAttributes } from './text.tsx'

const inWords =
  ({ words, name }: FieldContext) =>
  (value: unknown) =>
    typeof value === 'string' ? words.choice(name, value) : ''

/** A badge when the value has a look, else its words. */
function Value({ context, value }: { readonly context: FieldContext; readonly value: string }) {
  const look = lookOfChoice(context, value)
  const word = context.words.choice(context.name, value)
  return look ? (
    <StatusBadge tone={look.tone} glyph={look.glyph}>
      {word}
    </StatusBadge>
  ) : (
    <span className={css.plain}>{word}</span>
  )
}

/** The values of a choice as options of a select. */
const optionsOf = ({ field, words, name }: FieldContext) => (field.options.values ?? []).map((value) => ({ value, label: words.choice(name, value) }))

function ChoiceField(props: InputProps<string | null>) {
  return (
    <Select {...inputAttributes(props)} options={optionsOf(props.context)} clearable={!props.required} value={props.value ?? null} onChange={props.onChange} />
  )
}

function ChoicesField(props: InputProps<readonly string[]>) {
  return <MultiSelect {...inputAttributes(props)} options={optionsOf(props.context)} value={props.value ?? []} onChange={props.onChange} />
}

/** One of a closed list. */
export const choice = defineKind<string | null>({
  width: 120,
  blank: null,
  cell: (context) =>
    function ChoiceCell(value) {
      return typeof value === 'string' ? <Value context={context} value={value} /> : null
    },
  Input: ChoiceField,
  Filter: ChoiceFilter,
  text: inWords,
})

/** Several of a closed list. */
export const choices = defineKind<readonly string[]>({
  width: 160,
  blank: [],
  wide: true,
  cell: (context) => {
    const textOf = inWords(context)
    return function ChoicesCell(value) {
      const words = Array.isArray(value) ? value.map(textOf).join(', ') : ''
      return (
        <span className={css.plain} title={words}>
          {words}
        </span>
      )
    }
  },
  Input: ChoicesField,
  Filter: ChoiceFilter,
  text: (context) => {
    const textOf = inWords(context)
    return (value) => (Array.isArray(value) ? value.map(textOf).join(', ') : '')
  },
})
