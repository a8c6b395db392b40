import { useState } from 'react'
import { isStillMeant, moveWord, orderOf, previousDate, type DevStep } from '#areas/projects/contract/steps.ts'
import { useOfferedPlans } from '#areas/measures/web/index.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useStepName, type Project } from '#areas/projects/web/presentation.tsx'
import { transition } from './project-api.ts'
import css from './project.module.css'

interface StepDialogProps {
  readonly row: Project
  readonly to: DevStep
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}

/** ‘Project step change’ (PRJ-08 … PRJ-11, PRJ-17): on which day, and what the end of a project ends. */
export function StepDialog({ row, to, onClose, onDone = onClose }: StepDialogProps) {
  const t = useWords('projects')
  const nameOf = useStepName()
  const now = row.dev_step ?? 'IDENTIFICATION'
  // The change that was asked for stays what it was, and is none any more where somebody else has moved the project so that it would be another.
  const [asked] = useState(now)
  const elsewhere = !isStillMeant(asked, now, to)
  const from = elsewhere ? asked : now
  const earliest = orderOf(from) > 1 ? previousDate(row, from) : null
  const [day, setDay] = useState<string | null>(dayOf())
  const [moves, setMoves] = useState(false)
  const { options: plans, chosen, choose } = useOfferedPlans()
  const closing = to === 'CLOSE'
  const open = row.open_actions ?? 0
  const send = async () => {
    try {
      return await transition(row, to, day ?? '', closing && moves ? Number(chosen) : null)
    } catch (reason) {
      // In the specified words (PRJ-10); why stands in the dialog.
      toast.error(t('move.failed'))
      throw reason
    }
  }
  return (
    <FormDialog
      title={t('move.title')}
      action={t(`move.${moveWord(from, to)}`)}
      danger={closing}
      complete={!elsewhere && day !== null && (!moves || chosen !== null)}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      <div className={css.dialog}>
        <p>
          <b>{row.name}</b> – {t('move.from_to', { from: nameOf(row, from), to: nameOf(row, to) })}
        </p>
        {elsewhere ? (
          <p className={css.warning} role="status">
            {t('move.meanwhile', { step: nameOf(row, now) })}
          </p>
        ) : null}
        {orderOf(to) < orderOf(from) ? <p className={css.soft}>{t('move.back_text')}</p> : null}
        {closing ? (
          <div className={css.warning} role="note">
            <p>{t('move.close_actions')}</p>
            <p>{t('move.close_campaigns')}</p>
          </div>
        ) : null}
        <DateInput label={t('move.date')} value={day} onChange={setDay} required max={dayOf()} {...(earliest && { min: earliest })} />
        {closing && open > 0 ? (
          <>
            <Checkbox label={t('move.move_open')} checked={moves} onChange={(event) => setMoves(event.currentTarget.checked)} />
            <p className={css.soft}>{t('move.move_open_help', { count: open })}</p>
            {moves ? <Select label={t('move.plan')} required value={chosen} onChange={choose} options={plans} /> : null}
          </>
        ) : null}
      </div>
    </FormDialog>
  )
}
