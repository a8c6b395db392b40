import { dayOf, instantOf, isoDay, isWallTime, wallTime } from '#kit/web/i18n/format.ts'
import { DateInput } from './lazy-controls.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import css from './cells.module.css'
import { defineKind, wordsTake } from './kind.ts'
import type { FieldContext, InputProps } from './kind.ts'
import { DateFilter } from './lazy-filters.tsx'
import { inputAttributes } from './text.tsx'

const MomentInput = lazy(async () => ({ default: (await import('#kit/web/ui/moment-input.tsx')).MomentInput }))

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
  takes: wordsTake(dayText),
  blank: null,
  cell: cellOf(dayText),
  Input: DateField,
  Filter: DateFilter,
  text: dayText,
})

/** What was typed and is no moment stays as it is. */
const shownMoment = (value: string) => (Number.isNaN(Date.parse(value)) || !value.endsWith('Z') ? value : wallTime(value))

/** Edited in the time zone that it is shown in, one minute at a time (FRM-18). */
function TimestampField(props: InputProps<string | null>) {
  return (
    <Suspense fallback={<Skeleton height={30} />}>
      <MomentInput
        {...inputAttributes(props)}
        value={props.value ? shownMoment(props.value) : null}
        onChange={(value) => props.onChange(isWallTime(value) ? instantOf(value) : value)}
      />
    </Suspense>
  )
}

/** An instant, shown to the minute. */
export const timestamp = defineKind<string | null>({
  width: 130,
  takes: wordsTake(momentText),
  blank: null,
  cell: cellOf(momentText),
  Input: TimestampField,
  Filter: DateFilter,
  text: momentText,
})
