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
type Verb = 'reject' | 'reset' | 'reopen'

interface DecideProps {
  readonly row: EvaluationRow
  readonly onDone: () => Promise<unknown>
}

/** What the reader may decide about an evaluation: validating is the one primary verb. */
export function DecideButtons({ row, onDone }: DecideProps) {
  const t = useWords('campaigns')
  const { roles } = useSession()
  const [dialog, setDialog] = useState<Verb>()
  const pilot = roles.includes('global_pilote')
  const may: Record<Verb, boolean> = {
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
      {(['reset', 'reopen', 'reject'] as const).map((verb) =>
        may[verb] ? (
          <Button key={verb} onClick={() => setDialog(verb)}>
            {t(`results.decide.${verb}`)}
          </Button>
        ) : null,
      )}
      {may.reject ? (
        <Button variant="primary" loading={busy} onClick={validate}>
          {t('results.decide.accept')}
        </Button>
      ) : null}
      {dialog ? <DecideDialog verb={dialog} row={row} onClose={() => setDialog(undefined)} onDone={onDone} /> : null}
    </>
  )
}

interface DialogProps extends DecideProps {
  readonly verb: Verb
  readonly onClose: () => void
}

function DecideDialog({ verb, row, onClose, onDone }: DialogProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const [text, setText] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const over = row.due_date !== null && row.due_date < dayOf()
  const moves = {
    reject: () => reject(row.id, row.version, text.trim(), day),
    reopen: () => reopen(row.id, row.version, text.trim(), day),
    reset: () => reset(row.id, row.version),
  }
  const send = async () => (await moves[verb]()).message
  return (
    <FormDialog
      title={t(`results.decide.${verb}_title`, { perimeter: row.perimeter?.name ?? '' })}
      action={verb === 'reset' ? t('results.decide.reset_do') : t(`entities.evaluation.do.${verb}`)}
      danger={verb !== 'reopen'}
      complete={verb === 'reset' || (text.trim() !== '' && (!over || day !== null))}
      send={send}
      onClose={onClose}
      onDone={() => {
        onClose()
        void onDone()
      }}
    >
      {(errorOf) => (
        <>
          {verb === 'reject' ? null : <p>{t(verb === 'reset' ? 'results.decide.reset_text' : 'results.decide.reopen_text')}</p>}
          {verb === 'reset' ? null : (
            <>
              <TextArea
                label={t(verb === 'reject' ? 'results.decide.message' : 'results.decide.reason')}
                required
                maxLength={2000}
                {...(verb === 'reject' && { help: t('results.decide.message_help') })}
                error={errorOf('justification') ?? errorOf(verb === 'reject' ? 'message' : 'reason')}
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
