import { useState } from 'react'
import type { evaluation as evaluationEntity } from '#areas/campaigns/contract/evaluation.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { accept, reject, reopen, reset } from './results-api.ts'
import css from './results.module.css'

export type EvaluationRow = RowOf<typeof evaluationEntity>
type Deed = 'reject' | 'reset' | 'reopen'

interface DecideProps {
  readonly row: EvaluationRow
  readonly onDone: () => Promise<unknown>
}

/** What the reader may decide about an evaluation: validating is the one primary deed. */
export function DecideButtons({ row, onDone }: DecideProps) {
  const t = useWords('campaigns')
  const { roles } = useSession()
  const [dialog, setDialog] = useState<Deed>()
  const [busy, setBusy] = useState(false)
  const pilot = roles.includes('global_pilote')
  const may: Record<Deed, boolean> = {
    reject: row.decide_right,
    reset: ['STARTED', 'WAITING_VALIDATION', 'REJECTED'].includes(row.status ?? '') && row.delete_right,
    reopen: row.status === 'VALIDATED' && pilot,
  }
  const run = async (deed: () => Promise<{ readonly message?: string }>) => {
    setBusy(true)
    try {
      const { message } = await deed()
      if (message) toast.success(message)
      setDialog(undefined)
      await onDone()
    } finally {
      setBusy(false)
    }
  }
  const validate = () => run(() => accept(row.id, row.version)).catch((reason: unknown) => toast.error(failureText(reason)))
  return (
    <>
      {(['reset', 'reopen', 'reject'] as const).map((deed) =>
        may[deed] ? (
          <Button key={deed} onClick={() => setDialog(deed)}>
            {t(`results.decide.${deed}`)}
          </Button>
        ) : null,
      )}
      {may.reject ? (
        <Button variant="primary" loading={busy && !dialog} onClick={() => void validate()}>
          {t('results.decide.accept')}
        </Button>
      ) : null}
      {dialog ? <DecideDialog deed={dialog} row={row} busy={busy} onClose={() => setDialog(undefined)} onRun={run} /> : null}
    </>
  )
}

interface DialogProps {
  readonly deed: Deed
  readonly row: EvaluationRow
  readonly busy: boolean
  readonly onClose: () => void
  readonly onRun: (deed: () => Promise<{ readonly message?: string }>) => Promise<void>
}

function DecideDialog({ deed, row, busy, onClose, onRun }: DialogProps) {
  const t = useWords('campaigns')
  const kit = useWords('kit')
  const format = useFormat()
  const [text, setText] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const over = row.due_date !== null && row.due_date < dayOf()
  const values = { perimeter: row.perimeter?.name ?? '' }
  const deeds = {
    reject: () => reject(row.id, row.version, text.trim(), day),
    reopen: () => reopen(row.id, row.version, text.trim(), day),
    reset: () => reset(row.id, row.version),
  }
  const submit = async () => {
    try {
      await onRun(deeds[deed])
    } catch (reason) {
      const fields = reason instanceof ApiError ? (reason.errors ?? {}) : {}
      setErrors(fields)
      if (!fields['justification'] && !fields['limit_date']) toast.error(failureText(reason))
    }
  }
  const missing = deed !== 'reset' && (text.trim() === '' || (over && day === null))
  return (
    <Modal
      size="sm"
      title={t(`results.decide.${deed}_title`, values)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button variant={deed === 'reopen' ? 'primary' : 'danger'} loading={busy} disabled={missing} onClick={() => void submit()}>
            {deed === 'reset' ? t('results.decide.reset_do') : t(`entities.evaluation.do.${deed}`)}
          </Button>
        </>
      }
    >
      <div className={css.dialog}>
        {deed === 'reject' ? null : <p>{t(deed === 'reset' ? 'results.decide.reset_text' : 'results.decide.reopen_text')}</p>}
        {deed === 'reset' ? null : (
          <>
            <TextArea
              label={t(deed === 'reject' ? 'results.decide.message' : 'results.decide.reason')}
              required
              maxLength={2000}
              {...(deed === 'reject' && { help: t('results.decide.message_help') })}
              {...(errors['justification']?.[0] && { error: errors['justification'][0] })}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <DateInput
              label={t('results.decide.limit_date')}
              required={over}
              clearable
              min={dayOf()}
              help={over ? t('results.decide.limit_needed') : t('results.decide.limit_kept', { date: format.date(row.due_date) })}
              {...(errors['limit_date']?.[0] && { error: errors['limit_date'][0] })}
              value={day}
              onChange={setDay}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
