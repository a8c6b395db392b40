import { DateInput, DatesProvider } from '@mantine/dates'
import 'dayjs/locale/fr'
import { CalendarDays } from 'lucide-react'
import { datePattern, parseDate } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFloating } from './floating-target.ts'
import type { DateInputProps } from './date-input.tsx'
import './date-picker.css'

/** The control behind `DateInput`. */
export function DatePicker({
  value,
  onChange,
  min,
  max,
  help,
  required,
  placeholder,
  clearable = true,
  ...rest
}: DateInputProps) {
  const language = useLanguage()
  const words = useWords('kit')
  const floating = useFloating()
  return (
    <DatesProvider settings={{ locale: language, consistentWeeks: true, firstDayOfWeek: 1 }}>
      <DateInput
        {...rest}
        value={value}
        onChange={onChange}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        description={help}
        withAsterisk={required ?? false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        clearable={clearable}
        valueFormat={datePattern[language]}
        placeholder={placeholder ?? datePattern[language]}
        dateParser={(text) => parseDate(text, language)}
        leftSection={<CalendarDays size={14} aria-hidden />}
        clearButtonProps={{ 'aria-label': words('date.clear') }}
        popoverProps={floating}
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
}
