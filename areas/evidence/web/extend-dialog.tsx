import { useId, useState, type FormEvent } from 'react'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import css from './evidence.module.css'
import type { Evidence } from './presentation.tsx'
import { Standing } from './standing.tsx'

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
  const form = useId()
  const [until, setUntil] = useState<string | null>(ending ? lastDay(row) : row.valid_until)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [send, busy] = useSubmit(async () => {
    try {
      const { message } = await api.put<{ message?: string }>(`/evidence/${row.id}`, {
        valid_until: until,
        change_reason: reason.trim() || null,
        version: row.version,
      })
      if (message) toast.success(message)
      onClose()
    } catch (failed) {
      if (failed instanceof ApiError && Object.keys(failed.errors).length > 0) setErrors(failed.errors)
      else toast.error(failureText(failed))
    } finally {
      await renewed()
    }
  })
  const title = t(ending ? 'panel.end' : 'panel.extend')
  const earlier = until !== null && (row.valid_until === null || until < row.valid_until)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Modal
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant={ending ? 'danger' : 'primary'} loading={busy}>
            {ending ? title : kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={submit}>
        <DateInput label={t('panel.hold_until')} value={until} onChange={setUntil} clearable error={errors.valid_until?.join('. ')} />
        {earlier ? <Standing id={row.id} version={row.version} plain /> : null}
        <TextArea
          label={t('panel.reason')}
          required={!earlier}
          maxLength={1000}
          value={reason}
          error={errors.change_reason?.join('. ')}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Modal>
  )
}
