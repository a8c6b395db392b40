import { useState } from 'react'
import type { evaluation as evaluationEntity } from '#areas/campaigns/contract/evaluation.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { accept, reject, reopen, reset } from './results-api.ts'

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
  const pilot = roles.includes('global_pilote')
  const may: Record<Deed, boolean> = {
    reject: row.decide_right,
    reset: ['STARTED', 'WAITING_VALIDATION', 'REJECTED'].includes(row.status ?? '') && row.delete_right,
    reopen: row.status === 'VALIDATED' && pilot,
  }
  const [validate, busy] = useSubmit(async () => {
    try {
      const { message } = await accept(row.id, row.version)
      if (message) toast.success(message)
      await onDone()
    } catch (reason) {
      toast.error(failureText(reason))
    }
  })
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
        <Button variant="primary" loading={busy} onClick={validate}>
          {t('results.decide.accept')}
        </Button>
      ) : null}
      {dialog ? <DecideDialog deed={dialog} row={row} onClose={() => setDialog(undefined)} onDone={onDone} /> : null}
    </>
  )
}

interface DialogProps extends DecideProps {
  readonly deed: Deed
  readonly onClose: () => void
}

function DecideDialog({ deed, row, onClose, onDone }: DialogProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const [text, setText] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const over = row.due_date !== null && row.due_date < dayOf()
  const deeds = {
    reject: () => reject(row.id, row.version, text.trim(), day),
    reopen: () => reopen(row.id, row.version, text.trim(), day),
    reset: () => reset(row.id, row.version),
  }
  const send = async () => (await deeds[deed]()).message
  return (
    <FormDialog
      title={t(`results.decide.${deed}_title`, { perimeter: row.perimeter?.name ?? '' })}
      action={deed === 'reset' ? t('results.decide.reset_do') : t(`entities.evaluation.do.${deed}`)}
      danger={deed !== 'reopen'}
      complete={deed === 'reset' || (text.trim() !== '' && (!over || day !== null))}
      send={send}
      onClose={onClose}
      onDone={() => {
        onClose()
        void onDone()
      }}
    >
      {(errorOf) => (
        <>
          {deed === 'reject' ? null : <p>{t(deed === 'reset' ? 'results.decide.reset_text' : 'results.decide.reopen_text')}</p>}
          {deed === 'reset' ? null : (
            <>
              <TextArea
                label={t(deed === 'reject' ? 'results.decide.message' : 'results.decide.reason')}
                required
                maxLength={2000}
                {...(deed === 'reject' && { help: t('results.decide.message_help') })}
                error={errorOf('justification') ?? errorOf(deed === 'reject' ? 'message' : 'reason')}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <DateInput
                label={t('results.decide.limit_date')}
                required={over}
                clearable
                min={dayOf()}
                help={over ? t('results.decide.limit_needed') : t('results.decide.limit_kept', { date: format.date(row.due_date) })}
                error={errorOf('limit_date')}
                value={day}
                onChange={setDay}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
