import { useState } from 'react'
import { api } from '#kit/web/api/client.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import type { Evidence } from './presentation.tsx'
import { EvidenceUsage } from './evidence-usage.tsx'

interface ExtendDialogProps {
  readonly row: Evidence
  /** Whether it is to prove no longer, rather than for longer. */
  readonly ending: boolean
  readonly onClose: () => void
}

/** The day before today, or the first on which it can end. */
const lastDay = ({ effective_date }: Evidence) => {
  const yesterday = dayAfter(dayOf(), -1)
  return effective_date !== null && effective_date > yesterday ? effective_date : yesterday
}

/** Until when it holds now, and why; before it ends, what stands on it. */
export function ExtendDialog({ row, ending, onClose }: ExtendDialogProps) {
  const t = useWords('evidence')
  const kit = useWords('kit')
  const [until, setUntil] = useState<string | null>(ending ? lastDay(row) : row.valid_until)
  const [reason, setReason] = useState('')
  const send = async () => {
    const body = { valid_until: until, change_reason: reason.trim() || null, version: row.version }
    return (await api.put<{ message?: string }>(`/evidence/${row.id}`, body)).message
  }
  const title = t(ending ? 'panel.end' : 'panel.extend')
  const earlier = until !== null && (row.valid_until === null || until < row.valid_until)
  return (
    <FormDialog title={title} action={ending ? title : kit('actions.save')} danger={ending} send={send} onClose={onClose}>
      {(errorOf) => (
        <>
          <DateInput label={t('panel.hold_until')} value={until} onChange={setUntil} clearable error={errorOf('valid_until')} />
          {earlier ? <EvidenceUsage id={row.id} version={row.version} plain /> : null}
          <TextArea
            label={t('panel.reason')}
            required={!earlier}
            maxLength={1000}
            value={reason}
            error={errorOf('change_reason')}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
