import { useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Campaign } from './plan-api.ts'
import { moveCampaign } from './plan-api.ts'
import css from './plan.module.css'

interface DialogProps {
  readonly row: Campaign
  readonly onClose: () => void
}

/** A new deadline: of a campaign that runs, or with which a finished one is opened again. */
export function DeadlineDialog({ row, verb, onClose }: DialogProps & { readonly verb: 'extend' | 'reopen' }) {
  const t = useWords('campaigns')
  const [day, setDay] = useState<string | null>(row.limit_date_evaluation)
  return (
    <FormDialog
      title={t(`plan.verbs.${verb}`)}
      action={t(`plan.verbs.${verb}`)}
      complete={day !== null}
      send={() => moveCampaign(row, verb, { limit_date_evaluation: day })}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t(`plan.${verb}_text`)}</p>
        <DateInput label={t('entities.campaign.fields.limit_date_evaluation')} value={day} onChange={setDay} min={dayOf()} required />
      </div>
    </FormDialog>
  )
}

/** Ends a campaign, with what that means for those who have not submitted. */
export function CloseDialog({ row, onClose }: DialogProps) {
  const t = useWords('campaigns')
  const left = (row.evaluations ?? 0) - (row.validated ?? 0) - (row.waiting ?? 0)
  return (
    <FormDialog title={t('plan.verbs.close')} action={t('plan.verbs.close')} danger send={() => moveCampaign(row, 'close')} onClose={onClose}>
      <div className={css.dialog}>
        <p>{t('plan.close_text', { count: left })}</p>
        <p>{t('plan.close_kept')}</p>
      </div>
    </FormDialog>
  )
}

/** Reminds who still owes answers, all of them or those of some evaluations. */
export function RemindDialog({
  campaign,
  evaluations,
  onClose,
}: {
  readonly campaign: number
  readonly evaluations?: readonly number[] | undefined
  readonly onClose: () => void
}) {
  const t = useWords('campaigns')
  const send = async () => (await api.post<ObjectAnswer<object>>(`/campaign/${campaign}/remind`, evaluations ? { evaluations } : {})).message
  return (
    <FormDialog title={t('plan.verbs.remind')} action={t('plan.verbs.remind')} send={send} onClose={onClose}>
      <div className={css.dialog}>
        <p>{t('plan.remind_text')}</p>
      </div>
    </FormDialog>
  )
}

/** Plans a campaign again under a name of its own. */
export function DuplicateDialog({ row, onClose }: DialogProps) {
  const t = useWords('campaigns')
  const navigate = useNavigate()
  const [name, setName] = useState(row.name ?? '')
  const [answers, setAnswers] = useState(true)
  const send = async () => {
    const { message, object } = await api.post<ObjectAnswer<Campaign>>(`/campaign/${row.id}/duplicate`, { name_en: name, name_fr: name, answers })
    void navigate({ to: path('/ops/campaigns/$id', { id: object.id }) })
    return message
  }
  return (
    <FormDialog title={t('plan.verbs.duplicate')} action={t('plan.verbs.duplicate')} complete={name.trim() !== ''} send={send} onClose={onClose}>
      <div className={css.dialog}>
        <p>{t('plan.duplicate_text')}</p>
        <TextInput label={t('entities.campaign.fields.name')} value={name} maxLength={255} required onChange={(event) => setName(event.target.value)} />
        <Checkbox label={t('plan.duplicate_answers')} checked={answers} onChange={(event) => setAnswers(event.target.checked)} />
      </div>
    </FormDialog>
  )
}
