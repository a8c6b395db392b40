import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { count, type Remedies } from './forecast-api.ts'
import css from './forecast.module.css'

interface DialogProps {
  readonly remedies: Remedies
  readonly busy: boolean
  readonly onStart: () => void
  readonly onClose: () => void
}

/** What will be sent, to whom, before it is. */
export function StartAllDialog({ remedies, busy, onStart, onClose }: DialogProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { tasks, exemptions, bookings } = remedies
  return (
    <Modal
      title={words('forecast.start_all', { count: count(remedies) })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={busy} onClick={onStart}>
            {words('forecast.start_all', { count: count(remedies) })}
          </Button>
        </>
      }
    >
      <div className={css.list}>
        {tasks.length > 0 ? <h3>{words('forecast.reminders', { count: tasks.length })}</h3> : null}
        <ul>
          {tasks.map(({ task, owner }) => (
            <li key={task?.id}>
              <b>{task?.name}</b>
              <span>{owner?.name}</span>
            </li>
          ))}
        </ul>
        {bookings.length > 0 ? <h3>{words('forecast.bookings', { count: bookings.length })}</h3> : null}
        <ul>
          {bookings.map(({ task, owner, proposed }) => (
            <li key={task?.id}>
              <b>{task?.name}</b>
              <span>{[owner?.name, format.date(proposed)].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
        {exemptions.length > 0 ? <h3>{words('forecast.renewals', { count: exemptions.length })}</h3> : null}
        <ul>
          {exemptions.map(({ exemption }) => (
            <li key={exemption?.id}>
              <b>{exemption?.name}</b>
              <span>{exemption?.identifier}</span>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
