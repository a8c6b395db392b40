import { DatePicker, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/fr'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { dressed } from '#kit/web/styles/mantine-frame.tsx'
import './calendar.css'

export interface CalendarProps {
  readonly value: string | null
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onChange: (day: string | null) => void
}

/** The days of a month to choose from. */
export const Calendar = dressed(function Days({ value, min, max, onChange }: CalendarProps) {
  const language = useLanguage()
  const words = useWords('kit')
  return (
    <DatesProvider settings={{ locale: language, consistentWeeks: true, firstDayOfWeek: 1 }}>
      <DatePicker
        value={value}
        onChange={onChange}
        {...(value ? { defaultDate: value } : {})}
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
  )
})
