import { useState } from 'react'
import type { ForecastCause } from '#areas/dashboards/contract/forecast.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { book } from './forecast-api.ts'

/** The day on which the next time of a task is done; whoever has it in hand is reminded then. */
export function BookDialog({ cause, onClose }: { readonly cause: ForecastCause; readonly onClose: () => void }) {
  const words = useWords('dashboards')
  const [on, setOn] = useState(cause.proposed)
  const [tomorrow] = useState(() => dayAfter(dayOf(), 1))
  return (
    <FormDialog
      title={words('forecast.book')}
      action={words('forecast.book')}
      complete={on !== null && on >= tomorrow}
      send={async () => {
        await book(cause.task?.id ?? 0, on ?? tomorrow)
        return words('messages.booked')
      }}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{cause.owner ? words('forecast.book_text', { name: cause.task?.name ?? '', owner: cause.owner.name }) : cause.task?.name}</p>
      <DateInput label={words('forecast.date')} required strict min={tomorrow} value={on} onChange={setOn} />
    </FormDialog>
  )
}
