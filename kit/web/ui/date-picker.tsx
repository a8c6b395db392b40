import { DatePicker as Calendar, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/fr'
import { CalendarDays } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { datePattern, formatDate, isoDay, parseDate } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { dressed } from '#kit/web/styles/mantine-frame.tsx'
import { Button, IconButton } from './button.tsx'
import { Field } from './field.tsx'
import type { DateInputProps } from './date-input.tsx'
import { useFloatingPiece } from './use-floating-piece.ts'
import './date-picker.css'
import styles from './field.module.css'
import popover from './popover.module.css'

function DateControl(props: DateInputProps) {
  const { value, onChange, min, max, disabled = false, clearable = true, strict = false } = props
  const language = useLanguage()
  const words = useWords('kit')
  const [typed, setTyped] = useState<string>()
  const [writing, setWriting] = useState(false)
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const floating = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Whether the keyboard goes into the calendar when it opens. */
  const enters = useRef(false)

  const day = value && isoDay(value) ? value : null
  const shown = typed ?? (day ? formatDate(day, language) : (value ?? ''))
  const wrong = shown.trim() === '' ? undefined : wrongWith(parseDate(shown, language), min, max)
  // What is still being typed is not wrong yet.
  const error = props.error ?? (wrong && !writing ? words(`errors.${wrong}`) : undefined)

  const close = () => {
    setOpen(false)
    input.current?.focus()
  }
  useFloatingPiece({ open, anchor, floating, placement: 'bottom-start', onLeave: () => setOpen(false), onEscape: close })
  useLayoutEffect(() => {
    if (!open || !enters.current) return
    enters.current = false
    const days = floating.current
    ;(
      days?.querySelector<HTMLElement>('[data-selected]') ??
      days?.querySelector<HTMLElement>('[data-today]') ??
      days?.querySelector<HTMLElement>('button')
    )?.focus()
  }, [open])

  const type = (text: string) => {
    setWriting(true)
    setTyped(text)
    const found = parseDate(text, language)
    if (text.trim() === '') onChange(null)
    else if (found && !wrongWith(found, min, max)) onChange(found)
    // What is no day is refused where it is sent, not forgotten.
    else if (!strict) onChange(found ?? text.trim())
  }
  const choose = (chosen: string | null) => {
    setTyped(undefined)
    setWriting(false)
    onChange(chosen)
    close()
  }
  const enter = () => {
    enters.current = true
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    enter()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    setWriting(false)
    if (!strict || !wrong) setTyped(undefined)
    props.onBlur?.()
  }
  return (
    <Field label={props.label} help={props.help} warning={props.warning} error={error} required={props.required}>
      {(control) => (
        <div ref={anchor} className={styles.framed} data-button onBlur={onBlur}>
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className={styles.control}
            aria-label={props['aria-label']}
            placeholder={props.placeholder ?? datePattern(language)}
            disabled={disabled}
            value={shown}
            onChange={(event) => type(event.target.value)}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
          />
          <IconButton label={words('date.choose')} disabled={disabled} aria-expanded={open} aria-haspopup="dialog" onClick={open ? close : enter}>
            <CalendarDays size={14} />
          </IconButton>
          {open ? (
            <div
              ref={floating}
              popover="manual"
              role="dialog"
              aria-label={words('date.choose')}
              className={popover.popover}
              onMouseDown={(event) => event.preventDefault()}
            >
              <DatesProvider settings={{ locale: language, consistentWeeks: true, firstDayOfWeek: 1 }}>
                <Calendar
                  key={day}
                  value={day}
                  onChange={choose}
                  {...(day ? { defaultDate: day } : {})}
                  {...(min ? { minDate: min } : {})}
                  {...(max ? { maxDate: max } : {})}
                  ariaLabels={{
                    previousMonth: words('date.previous_month'),
                    nextMonth: words('date.next_month'),
                    previousYear: words('date.previous_year'),
                    nextYear: words('date.next_year'),
                    previousDecade: words('date.previous_decade'),
                    nextDecade: words('date.next_decade'),
                  }}
                />
              </DatesProvider>
              {clearable && value ? (
                <Button size="sm" variant="subtle" wide onClick={() => choose(null)}>
                  {words('date.clear')}
                </Button>
              ) : null}
            </div>
          ) : null}
        </div>
      )}
    </Field>
  )
}

/** What is wrong with a typed day, as a word of the kit's errors. */
function wrongWith(day: string | null, min: string | undefined, max: string | undefined): 'invalid_date' | 'date_early' | 'date_late' | undefined {
  if (!day || !isoDay(day)) return 'invalid_date'
  if (min && day < min) return 'date_early'
  return max && day > max ? 'date_late' : undefined
}

/** The control behind `DateInput`. */
export const DatePicker = dressed(DateControl)
