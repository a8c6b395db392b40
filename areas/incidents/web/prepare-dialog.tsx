import type { Clock } from '#areas/incidents/contract/clock.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'

/** The text to send, as Word or PDF. */
export function PrepareDialog({ id, clock, onClose }: { readonly id: number; readonly clock: Clock; readonly onClose: () => void }) {
  const t = useWords('incidents')
  return (
    <Modal size="sm" title={t('clock.prepare_of', { clock: t(`clock.name.${clock}`) })} onClose={onClose}>
      <p>{t(`report.about.${clock}`)}</p>
      <ReportButtons path={`/incident/${id}/notification_report`} asked={{ clock }} />
    </Modal>
  )
}
