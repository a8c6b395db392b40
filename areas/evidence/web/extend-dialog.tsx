import { useId, useState, type FormEvent } from 'react'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import css from './evidence.module.css'
import type { Evidence } from './presentation.tsx'

/** Until when it holds now, and why. */
export function ExtendDialog({ row, onClose }: { readonly row: Evidence; readonly onClose: () => void }) {
  const t = useWords('evidence')
  const kit = useWords('kit')
  const form = useId()
  const [until, setUntil] = useState<string | null>(row.valid_until)
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Modal
      title={t('panel.extend')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={submit}>
        <DateInput label={t('panel.hold_until')} value={until} onChange={setUntil} clearable error={errors.valid_until?.join('. ')} />
        <TextArea
          label={t('panel.reason')}
          required
          maxLength={1000}
          value={reason}
          error={errors.change_reason?.join('. ')}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Modal>
  )
}
