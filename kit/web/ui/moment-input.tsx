import { useRef, useState, type KeyboardEvent } from 'react'
import { dayOf, isoDay, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from './date-input.tsx'
import type { FieldTexts } from './field.tsx'
import { readTime } from './typed-time.ts'
import styles from './field.module.css'
import css from './moment-input.module.css'

interface MomentInputProps extends FieldTexts {
  /** What calendar and clock show, `YYYY-MM-DDTHH:MM`; also what was typed and is no moment, for whoever keeps it to refuse it. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly disabled?: boolean
  /** Targets and letters of a phone. */
  readonly size?: 'md' | 'lg'
  readonly 'aria-label'?: string
  readonly onBlur?: () => void
}

const minutesOfDay = 1440
/** The time of day some minutes later, within the day. */
const later = (time: string, by: number) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = (hours * 60 + minutes + by + minutesOfDay) % minutesOfDay
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}

/** A day and a time of day, both typed in the reader's own way (FRM-18, FRM-19): the day in their order, the time to the minute, of 24 hours. */
export function MomentInput(props: MomentInputProps) {
  const { value, onChange, disabled = false, size = 'md' } = props
  const words = useWords('kit')
  const cut = value?.lastIndexOf('T') ?? -1
  const [day, time] = value === null ? ['', ''] : cut < 0 ? [value, ''] : [value.slice(0, cut), value.slice(cut + 1)]
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(true)
  const clock = useRef<HTMLInputElement>(null)
  const called = props['aria-label'] ?? (typeof props.label === 'string' ? props.label : '')
  const shown = typed ?? time
  const wrong = left && day !== '' && readTime(shown) === null

  const tell = (nextDay: string, nextTime: string) => {
    if (nextDay === '' && nextTime === '') return onChange(null)
    onChange(`${nextDay}T${readTime(nextTime) ?? nextTime}`)
  }
  const chooseDay = (next: string | null) => {
    // Today has a time that stands to reason; of another day it is the person's to say, from its beginning.
    const beginning = next === dayOf() ? wallTime(new Date()).slice(11) : '00:00'
    const settled = next !== null && isoDay(next)
    const chosenTime = shown === '' && settled ? beginning : shown
    if (next === null) setTyped(undefined)
    tell(next ?? '', next === null ? '' : chosenTime)
    if (settled && shown === '' && next !== day) requestAnimationFrame(() => clock.current?.select())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 60, PageDown: -60 }[event.key]
    const from = readTime(shown)
    if (by === undefined || from === null) return
    event.preventDefault()
    setTyped(undefined)
    tell(day, later(from, by))
  }
  return (
    <div className={css.moment} data-size={size} data-labelled={props.label ? true : undefined} onBlur={props.onBlur}>
      <DateInput
        label={props.label}
        help={props.help}
        error={props.error}
        required={props.required}
        aria-label={props['aria-label'] ?? ''}
        disabled={disabled}
        value={day === '' ? null : day}
        onChange={chooseDay}
      />
      <div className={css.time}>
        <input
          ref={clock}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={styles.control}
          aria-label={words('date.time_of', { label: called })}
          aria-invalid={wrong || undefined}
          title={wrong ? words('errors.invalid_time') : undefined}
          placeholder={words('date.time_pattern')}
          maxLength={10}
          disabled={disabled}
          value={shown}
          onFocus={(event) => {
            setLeft(false)
            event.currentTarget.select()
          }}
          onChange={(event) => {
            setTyped(event.target.value)
            tell(day, event.target.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setLeft(true)
            // What was typed is shown as it is read.
            if (readTime(shown) !== null || shown === '') setTyped(undefined)
          }}
        />
      </div>
    </div>
  )
}
