import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { count, type Remedies } from './forecast-api.ts'

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
      <div>
        {tasks.length > 0 ? <h3>{words('forecast.reminders', { count: tasks.length })}</h3> : null}
        <Box as="ul" above={4} below={16}>
          {tasks.map(({ task, owner }) => (
            <Row as="li" gap={8} spread="between" padY={4} edge="soft-below" key={task?.id}>
              <b>{task?.name}</b>
              <Text tone="quiet">{owner?.name}</Text>
            </Row>
          ))}
        </Box>
        {bookings.length > 0 ? <h3>{words('forecast.bookings', { count: bookings.length })}</h3> : null}
        <Box as="ul" above={4} below={16}>
          {bookings.map(({ task, owner, proposed }) => (
            <Row as="li" gap={8} spread="between" padY={4} edge="soft-below" key={task?.id}>
              <b>{task?.name}</b>
              <Text tone="quiet">{[owner?.name, format.date(proposed)].filter(Boolean).join(' · ')}</Text>
            </Row>
          ))}
        </Box>
        {exemptions.length > 0 ? <h3>{words('forecast.renewals', { count: exemptions.length })}</h3> : null}
        <Box as="ul" above={4} below={16}>
          {exemptions.map(({ exemption }) => (
            <Row as="li" gap={8} spread="between" padY={4} edge="soft-below" key={exemption?.id}>
              <b>{exemption?.name}</b>
              <Text tone="quiet">{exemption?.identifier}</Text>
            </Row>
          ))}
        </Box>
      </div>
    </Modal>
  )
}
