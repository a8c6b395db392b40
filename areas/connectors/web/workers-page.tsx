import { Link2Off, Plus, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { worker } from '#areas/connectors/contract/worker.ts'
import { NewWorkerDialog, WorkerTokenDialog, type Made } from './worker-dialogs.tsx'
import { lasts, renewOne, revokeOne, type Worker } from './workers-api.ts'

definePresentation(worker, { widths: { name: 240, state: 140, last_seen_at: 170, agent_version: 130, maker: 180 } })

const defaults = { filters: [{ name: 'state', selected_options: ['ONLINE', 'OFFLINE'] }] }

/** What runs connectors inside the customer's network, and whether it comes (CON-13, ADM-27). */
export function Page() {
  const t = useWords('connectors')
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  const rowActions = useMemo(
    (): readonly RowAction<Worker>[] => [
      { name: 'renew', label: t('workers.renew'), icon: RefreshCw, show: lasts, run: (row) => void renewOne(row) },
      { name: 'revoke', label: t('workers.revoke'), icon: Link2Off, danger: true, show: lasts, run: (row) => void revokeOne(row, t) },
    ],
    [t],
  )
  const button = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('entities.worker.new')}
    </Button>
  )
  return (
    <>
      <ListPage entity={worker} defaults={defaults} rowActions={rowActions} tools={button} onPhoneNew={() => setMaking(true)} past={false} />
      {making ? (
        <NewWorkerDialog
          onClose={() => setMaking(false)}
          onMade={(one) => {
            setMaking(false)
            setMade(one)
          }}
        />
      ) : null}
      {made ? <WorkerTokenDialog made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
