import { useId, useState } from 'react'
import type { Language } from '#kit/contract/catalogue.ts'
import { datePattern, formatDate, parseDate } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import filters from './filters.module.css'
import type { FilterProps } from './kind.ts'
import { PeriodFilter } from './period-filter.tsx'

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
        placeholder={datePattern(language)}
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
export function DateFilter(props: FilterProps) {
  const { format } = props.context
  return (
    <PeriodFilter
      {...props}
      bound={(label, value, onChange) => <DayBound key={label} label={label} value={value} language={format.language} onChange={onChange} />}
    />
  )
}
