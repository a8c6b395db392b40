import { useState } from 'react'
import type { approveRisk, rejectRisk, requestApproval, reviewRisk, withdrawApproval } from '#areas/risks/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { LevelChip } from './level-chip.tsx'
import type { Risk } from './risk-api.ts'

export type Step = 'request' | 'approve' | 'reject' | 'withdraw' | 'review'

/** What each step sends; what was read is named by its version, so that nothing is decided about unseen. */
const send: Record<Step, (row: Risk, comment: string | null) => Promise<AnswerOf<typeof approveRisk>>> = {
  request: ({ id, version }, comment) => api.call<typeof requestApproval>('POST /risk/{id}/request', { params: { id }, body: { comment, version } }),
  approve: ({ id, version }, comment) => api.call<typeof approveRisk>('POST /risk/{id}/approve', { params: { id }, body: { comment, version } }),
  reject: ({ id, version }, comment) => api.call<typeof rejectRisk>('POST /risk/{id}/reject', { params: { id }, body: { comment, version } }),
  withdraw: ({ id, version }, comment) => api.call<typeof withdrawApproval>('POST /risk/{id}/withdraw', { params: { id }, body: { comment, version } }),
  review: ({ id, version }) => api.call<typeof reviewRisk>('POST /risk/{id}/review', { params: { id }, body: { version } }),
}

interface StepDialogProps {
  readonly step: Step
  readonly row: Risk
  readonly onClose: () => void
  /** In place of `onClose` once it was sent. */
  readonly onDone?: () => void
}

/** One step of a risk's approval: what it is about, and what is to be said. */
export function StepDialog({ step, row, onClose, onDone }: StepDialogProps) {
  const t = useWords('risks')
  const format = useFormat()
  const [comment, setComment] = useState('')
  const fields = (name: 'strategy' | 'manager' | 'review_date' | 'treatment_reason') => t(`entities.risk.fields.${name}`)
  return (
    <FormDialog
      title={t(`approval.titles.${step}`, { name: `${row.identifier ?? ''} ${row.name ?? ''}` })}
      size="sm"
      action={t(step === 'request' && row.stale ? 'approval.again' : `approval.${step}`)}
      danger={step === 'reject'}
      complete={step !== 'reject' || comment.trim() !== ''}
      send={async () => (await send[step](row, comment.trim() || null)).message}
      onClose={onClose}
      {...(onDone && { onDone })}
    >
      <p>{t(`approval.text.${step}`)}</p>
      {step === 'review' || step === 'withdraw' ? null : (
        <Facts
          facts={[
            [t('kinds.current'), <LevelChip key="current" level={row.levels?.current} impact={row.current_impact} probability={row.current_probability} />],
            ...(row.target_level === null
              ? []
              : [
                  [
                    t('kinds.target'),
                    <LevelChip key="target" level={row.levels?.target} impact={row.target_impact} probability={row.target_probability} />,
                  ] as const,
                ]),
            [fields('strategy'), row.strategy ? t(`entities.risk.choices.strategy.${row.strategy}`) : ''],
            [fields('manager'), row.manager?.name ?? row.group?.name ?? t('levels.none')],
            [fields('review_date'), format.date(row.review_date)],
            ...(row.treatment_reason ? [[fields('treatment_reason'), row.treatment_reason] as const] : []),
          ]}
        />
      )}
      {step === 'review' ? null : (
        <TextArea
          label={t('approval.comment')}
          required={step === 'reject'}
          maxLength={2000}
          rows={3}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
