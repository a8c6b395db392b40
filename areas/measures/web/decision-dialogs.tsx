import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { ScorePreview } from '#areas/policies/web/index.ts'
import type { discardMeasure } from '#areas/measures/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attempt, resetMeasure, useActionsOf, useTasksOf } from './measure-actions.ts'
import css from './measures.module.css'
import type { Measure } from './presentation.tsx'

interface DecisionProps {
  readonly row: Measure
  readonly onClose: () => void
}

/** Decides against a measure, with the reason that the statement of applicability will show. */
export function DiscardDialog({ row, onClose }: DecisionProps) {
  const t = useWords('measures')
  const form = useId()
  const [justification, setJustification] = useState('')
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!justification.trim()) {
      setError(t('fork.missing'))
      return
    }
    const refused = await attempt(() =>
      api.call<typeof discardMeasure>('POST /measure/{id}/discard', {
        params: { id: row.id },
        body: { justification: justification.trim() },
      }),
    )
    setError(refused)
    if (refused === undefined) onClose()
  }
  return (
    <Modal
      title={t('dialogs.discard')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary">
            {t('verbs.discard')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {row.name} · {row.perimeter?.name}
        </p>
        <TextArea
          label={t('fork.justification')}
          required
          maxLength={4000}
          data-autofocus
          error={error}
          value={justification}
          onChange={(event) => setJustification(event.target.value)}
        />
        <Foreseen row={row} to="DISCARDED" />
      </form>
    </Modal>
  )
}

/** What the scores become by the decision. */
function Foreseen({ row: { perimeter, solution }, to }: { readonly row: Measure; readonly to: 'DISCARDED' | 'TO_IMPLEMENT' }) {
  if (!perimeter || !solution) return null
  return <ScorePreview steady changes={[{ kind: 'MEASURE', perimeter: perimeter.id, solution: solution.id, to }]} />
}

/** Sets a measure back to «to be handled» once its consequences have been read (MEA-09, MEA-10). */
export function ResetDialog({ row, onClose }: DecisionProps) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const actions = useActionsOf(row.id)
  const tasks = useTasksOf(row.id).data ?? 0
  const implemented = row.status === 'IMPLEMENTED'
  const concerned = (actions.data ?? []).filter((action) => implemented || action.type === 'BUILD').length
  const served = (row.beneficiaries ?? []).filter(({ accepted }) => accepted)
  const reset = async () => {
    setSending(true)
    const refused = await attempt(() => resetMeasure(row))
    setSending(false)
    setError(refused)
    if (refused === undefined) onClose()
  }
  return (
    <Modal
      title={t('dialogs.reset')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="danger" loading={sending} onClick={() => void reset()}>
            {kit('actions.reset')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        {error ? (
          <Text as="p" apart tone="bad" role="alert">
            {error}
          </Text>
        ) : null}
        <p>{t(implemented ? 'dialogs.reset_implemented' : 'dialogs.reset_not_implemented')}</p>
        <ul>
          <li>{t('consequences.actions', { count: concerned })}</li>
          {tasks > 0 ? <li>{t('consequences.runtasks', { count: tasks })}</li> : null}
          {served.length > 0 ? <li>{t('consequences.beneficiaries', { count: served.length, names: served.map(({ name }) => name).join(', ') })}</li> : null}
          {implemented ? <li>{t('consequences.description')}</li> : null}
          <li>{t('consequences.history')}</li>
        </ul>
        {implemented ? <Foreseen row={row} to="TO_IMPLEMENT" /> : null}
      </div>
    </Modal>
  )
}
