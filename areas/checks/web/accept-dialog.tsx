import { useId, useState, type FormEvent } from 'react'
import { reasonAtMost, type acceptFindings, type CheckLine } from '#areas/checks/contract/calls.ts'
import { acceptedAtMost } from '#kit/contract/check.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { checkQueries } from './checks-api.ts'
import css from './checks.module.css'

/** Days that are offered: a quarter of a year. */
const offered = 90

const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

interface AcceptDialogProps {
  readonly line: CheckLine
  readonly ids: readonly number[]
  readonly onClose: (done: boolean) => void
}

/** Findings that are lived with for a time, and why. */
export function AcceptDialog({ line, ids, onClose }: AcceptDialogProps) {
  const t = useWords('checks')
  const kit = useWords('kit')
  const form = useId()
  const today = dayOf()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string | null>(dayAfter(today, offered))
  const [failure, setFailure] = useState<string>()
  const [submit, busy] = useSubmit(async () => {
    setFailure(undefined)
    try {
      const body = { entity: line.entity, word: line.word, ids: [...ids], until: until ?? '', reason: reason.trim() }
      const { message = '' } = await api.call<typeof acceptFindings>('POST /check/accept', { body })
      toast.success(message)
      onClose(true)
    } catch (wrong) {
      setFailure(wrong instanceof ApiError ? [...new Set(Object.values(wrong.errors).flat())].join('. ') || wrong.message : failureText(wrong))
    } finally {
      await Promise.all([renewed(), invalidate(checkQueries)])
    }
  })
  const complete = reason.trim() !== '' && until !== null
  return (
    <Modal
      title={t('dialog.title', { count: ids.length })}
      size="sm"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!complete} loading={busy}>
            {t('dialog.do')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={css.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (complete) submit()
        }}
      >
        {failure ? (
          <p className={css.error} role="alert">
            {failure}
          </p>
        ) : null}
        <p>
          <b>{line.title}</b>
          <br />
          {t('dialog.text')}
        </p>
        <TextInput label={t('dialog.reason')} required maxLength={reasonAtMost} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        <DateInput label={t('dialog.until')} required value={until} onChange={setUntil} min={dayAfter(today, 1)} max={dayAfter(today, acceptedAtMost)} />
      </form>
    </Modal>
  )
}
