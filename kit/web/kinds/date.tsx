import { useId, useState } from 'react'
import { datePattern, dayOf, formatDate, instantOf, isoDay, parseDate, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './cells.module.css'
import filters from './filters.module.css'
import { defineKind } from './kind.ts'
import type { FieldContext, FilterProps, InputProps } from './kind.ts'
import { PeriodFilter } from './period-filter.tsx'
import { inputAttributes } from './text.tsx'

const asText = (value: unknown) => (typeof value === 'string' ? value : null)

function DateField(props: InputProps<string | null>) {
  const { notAfter, past } = props.context.field.options
  const over =
    past === 'warning' && !props.disabled && props.value && isoDay(props.value) && props.value < dayOf() ? props.context.kit('errors.date_past') : undefined
  return (
    <DateInput
      {...inputAttributes(props)}
      warning={over}
      {...(notAfter === 'today' ? { max: dayOf() } : {})}
      value={props.value ?? null}
      onChange={props.onChange}
    />
  )
}

interface BoundProps {
  readonly label: string
  readonly value: string | undefined
  readonly language: Language
  readonly onChange: (value: string | undefined) => void
}

/** A day typed in the reader's own order; only a day that exists counts. */
function DayBound({ label, value, language, onChange }: BoundProps) {
  const t = useWords('kit')
  const id = useId()
  const [text, setText] = useState(formatDate(value, language))
  const [left, setLeft] = useState(true)
  const wrong = left && text.trim() !== '' && parseDate(text, language) === null
  return (
    <label className={filters.bound}>
      {label}
      <input
        inputMode="numeric"
        placeholder={datePattern[language]}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const day = parseDate(event.target.value, language)
          if (day || event.target.value === '') onChange(day ?? undefined)
        }}
      />
      {wrong ? (
        <em id={id} role="alert">
          {t('errors.invalid_date')}
        </em>
      ) : null}
    </label>
  )
}

/** Days, from one to another or as the calendar goes; instants are compared by their day. */
export function DateRangeFilter(props: FilterProps) {
  const { format } = props.context
  return (
    <PeriodFilter
      {...props}
      bound={(label, value, onChange) => <DayBound key={label} label={label} value={value} language={format.language} onChange={onChange} />}
    />
  )
}

const cellOf = (show: (context: FieldContext) => (value: unknown) => string) => (context: FieldContext) => {
  const textOf = show(context)
  return function DateCell(value: unknown) {
    return <span className={css.number}>{textOf(value)}</span>
  }
}

const dayText =
  ({ format }: FieldContext) =>
  (value: unknown) =>
    format.date(asText(value))
const momentText =
  ({ format }: FieldContext) =>
  (value: unknown) =>
    format.dateTime(asText(value))

/** A calendar day. */
export const date = defineKind<string | null>({
  width: 100,
  blank: null,
  cell: cellOf(dayText),
  Input: DateField,
  Filter: DateRangeFilter,
  text: dayText,
})

/** Edited in the time zone that it is shown in, one minute at a time (FRM-18). */
function TimestampField(props: InputProps<string | null>) {
  return (
    <TextInput
      {...inputAttributes(props)}
      {...({ type: 'datetime-local', step: 60 } as object)}
      value={props.value ? wallTime(props.value) : ''}
      onChange={(event) => props.onChange(event.target.value ? instantOf(event.target.value) : null)}
    />
  )
}

/** An instant, shown to the minute. */
export const timestamp = defineKind<string | null>({
  width: 130,
  blank: null,
  cell: cellOf(momentText),
  Input: TimestampField,
  Filter: DateRangeFilter,
  text: momentText,
})
