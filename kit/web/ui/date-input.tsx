import { CalendarDays } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ComponentType, type FocusEvent, type KeyboardEvent } from 'react'
import { loadCode } from '#kit/web/api/load-code.ts'
import { datePattern, formatDate, isoDay, parseDate, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from './button.tsx'
import type { CalendarProps } from './calendar.tsx'
import { Field, type FieldTexts } from './field.tsx'
import { ReadValue, useReads } from './reading.tsx'
import { useFloatingPiece } from './use-floating-piece.ts'
import styles from './field.module.css'
import popover from './popover.module.css'

export interface DateInputProps extends FieldTexts {
  /** `YYYY-MM-DD`; also what was typed and is no day, for whoever keeps it to refuse it. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly min?: string
  readonly max?: string
  /** Only days that may be chosen are told: what is on screen hangs on them. */
  readonly strict?: boolean
  /** What speaks against the day without refusing it. */
  readonly warning?: string | undefined
  readonly disabled?: boolean
  readonly clearable?: boolean
  readonly placeholder?: string
  readonly 'aria-label'?: string
  readonly onBlur?: () => void
}

let calendar: ComponentType<CalendarProps> | undefined

let loading: Promise<void> | undefined

/** The calendar is far larger than the field, and comes when somebody turns to that. */
const loadCalendar = (): Promise<void> =>
  (loading ??= loadCode(() => import('./calendar.tsx')).then(
    (module) => {
      calendar = module.Calendar
    },
    (reason: unknown) => {
      loading = undefined
      throw reason
    },
  ))
const ahead = () => void loadCalendar().catch(() => undefined)

/** A day, typed in the reader's own order or chosen among 42 cells (FRM-18). */
export function DateInput(props: DateInputProps) {
  const format = useFormat()
  return useReads() ? <ReadValue label={props.label}>{format.date(props.value)}</ReadValue> : <DateControl {...props} />
}

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
  /** Whether somebody still waits for it. */
  const wanted = useRef(false)

  const Calendar = calendar
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
  const show = () => {
    wanted.current = true
    if (calendar) return setOpen(true)
    // A day can be typed without it.
    loadCalendar().then(
      () => wanted.current && setOpen(true),
      () => undefined,
    )
  }
  const enter = () => {
    enters.current = true
    show()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    enter()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return
    wanted.current = false
    setWriting(false)
    if (!strict || !wrong) setTyped(undefined)
    props.onBlur?.()
  }
  return (
    <Field label={props.label} help={props.help} warning={props.warning} error={error} required={props.required}>
      {(control) => (
        <div ref={anchor} className={styles.framed} data-button onBlur={onBlur} onFocus={ahead} onPointerEnter={ahead}>
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
            onClick={show}
            onKeyDown={onKeyDown}
          />
          <IconButton label={words('date.choose')} disabled={disabled} aria-expanded={open} aria-haspopup="dialog" onClick={open ? close : enter}>
            <CalendarDays size={14} />
          </IconButton>
          {open && Calendar ? (
            <div
              ref={floating}
              popover="manual"
              role="dialog"
              aria-label={words('date.choose')}
              className={popover.popover}
              onMouseDown={(event) => event.preventDefault()}
            >
              <Calendar key={day} value={day} min={min} max={max} onChange={choose} />
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
