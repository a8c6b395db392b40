import type { FieldTexts } from './field.tsx'
import { useFormat } from '#kit/web/i18n/format.ts'
import { lazy } from './lazy.tsx'
import { ReadValue, useReads } from './reading.tsx'
import { Skeleton } from './states.tsx'
import { Suspense } from './suspense.tsx'

const DatePicker = lazy(() => import('./date-picker.tsx').then((module) => ({ default: module.DatePicker })))

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

/** A day, typed in the reader's own order or chosen among 42 cells (FRM-18); the calendar is loaded when first needed. */
export function DateInput(props: DateInputProps) {
  const format = useFormat()
  if (useReads()) {
    return <ReadValue label={props.label}>{format.date(props.value)}</ReadValue>
  }
  return (
    <Suspense fallback={<Skeleton height={30} />}>
      <DatePicker {...props} />
    </Suspense>
  )
}
