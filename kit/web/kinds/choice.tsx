import { endingOf } from '#kit/contract/ending.ts'
import { badgeWidth, textWidth } from '#kit/web/table/text-width.ts'
import { Level } from '#kit/web/ui/level.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { ChoiceFilter } from './lazy-filters.tsx'
import { lookOfChoice } from './choice-look.ts'
import { rankOf } from './choice-sign.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { MultiSelect, Select } from './lazy-controls.tsx'
import { inputAttributes } from './text.tsx'

const inWords =
  ({ words, name }: FieldContext) =>
  (value: unknown) =>
    typeof value === 'string' ? words.choice(name, value) : ''

/** A badge when the value has a look, else its words; where the row says how it ended, that. */
function Value({ context, value, row }: { readonly context: FieldContext; readonly value: string; readonly row?: unknown }) {
  const ending = endingOf(context.entity, context.name, row)
  const ended = ending.name !== context.name && typeof ending.value === 'string' ? { name: ending.name, value: ending.value } : undefined
  const look = ended ? lookOf(ended.value, `${context.entity.name}.${ended.name}`) : lookOfChoice(context, value)
  const word = ended ? context.words.choice(ended.name, ended.value) : context.words.choice(context.name, value)
  const { ranked } = context.field.options
  if (ranked)
    return (
      <Level at={rankOf(context, value)} of={ranked.length}>
        {word}
      </Level>
    )
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

/** Pixels of the longest of the values, as a badge where it has a look: a page that happens to hold it must not move the others. */
const choiceTakes = (context: FieldContext) => {
  const wordOf = inWords(context)
  const { values = [], ending } = context.field.options
  const endings = ending === undefined ? [] : (context.entity.fields[ending]?.options.values ?? [])
  const all = [
    ...values.map((value) => (context.field.options.ranked || lookOfChoice(context, value) ? badgeWidth : textWidth)(wordOf(value))),
    ...endings.map((value) => badgeWidth(context.words.choice(ending ?? '', value))),
  ]
  const longest = Math.max(0, ...all)
  return (value: unknown) => (typeof value === 'string' ? longest : 0)
}

/** One of a closed list. */
export const choice = defineKind<string | null>({
  width: 120,
  takes: choiceTakes,
  blank: null,
  cell: (context) =>
    function ChoiceCell(value, row) {
      return typeof value === 'string' ? <Value context={context} value={value} row={row} /> : null
    },
  Input: ChoiceField,
  Filter: ChoiceFilter,
  text: inWords,
})

const allInWords = (context: FieldContext) => {
  const textOf = inWords(context)
  return (value: unknown) => (Array.isArray(value) ? value.map(textOf).join(', ') : '')
}

/** Several of a closed list. */
export const choices = defineKind<readonly string[]>({
  width: 160,
  takes: wordsTake(allInWords),
  blank: [],
  wide: true,
  cell: (context) => {
    const textOf = allInWords(context)
    return function ChoicesCell(value) {
      const words = textOf(value)
      return (
        <span className={css.plain} title={words}>
          {words}
        </span>
      )
    }
  },
  Input: ChoicesField,
  Filter: ChoiceFilter,
  text: allInWords,
})
