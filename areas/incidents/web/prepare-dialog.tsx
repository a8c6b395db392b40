import type { Clock } from '#areas/incidents/contract/clock.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Text } from '#kit/web/ui/text.tsx'

/** The text to send, as Word or PDF. */
export function PrepareDialog({ id, clock, onClose }: { readonly id: number; readonly clock: Clock; readonly onClose: () => void }) {
  const t = useWords('incidents')
  return (
    <Modal size="sm" title={t('clock.prepare_of', { clock: t(`clock.name.${clock}`) })} onClose={onClose}>
      <Text as="p" apart>
        {t(`report.about.${clock}`)}
      </Text>
      <ReportButtons path={`/incident/${id}/notification_report`} asked={{ clock }} />
    </Modal>
  )
}
