import { useState } from 'react'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { grantExemption, rejectExemption, renewExemption, shortenExemption, withdrawExemption } from '#areas/exemptions/contract/exemption-calls.ts'
import { ScorePreview } from '#areas/policies/web/index.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { holds, useSession } from '#kit/web/api/session.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { useDecisions, type Exemption } from './exemption-api.ts'

export type Step = 'grant' | 'reject' | 'withdraw' | 'shorten' | 'renew'

interface Values {
  readonly comment: string
  readonly start_date: string | null
  readonly end_date: string | null
}

/** What each step sends; what was read is named by its version, so that nothing is decided about unseen. */
const send: Record<Step, (row: Exemption, values: Values) => Promise<AnswerOf<typeof grantExemption>>> = {
  grant: ({ id, version }, { comment }) =>
    api.call<typeof grantExemption>('POST /exemption/{id}/grant', { params: { id }, body: { comment: comment || null, version } }),
  reject: ({ id, version }, { comment }) =>
    api.call<typeof rejectExemption>('POST /exemption/{id}/reject', { params: { id }, body: { comment: comment || null, version } }),
  withdraw: ({ id, version }, { comment }) =>
    api.call<typeof withdrawExemption>('POST /exemption/{id}/withdraw', { params: { id }, body: { comment: comment || null, version } }),
  shorten: ({ id, version }, { end_date }) =>
    api.call<typeof shortenExemption>('POST /exemption/{id}/shorten', { params: { id }, body: { end_date: end_date ?? '', version } }),
  renew: ({ id }, { start_date, end_date, comment }) =>
    api.call<typeof renewExemption>('POST /exemption/{id}/renew', {
      params: { id },
      body: { start_date: start_date ?? '', end_date: end_date ?? '', ...(comment.trim() && { reason: comment }) },
    }),
}

const names = (list: readonly { readonly name: string | null }[] | null | undefined) => (list ?? []).map(({ name }) => name ?? '').join(', ')

/** One step of an exemption: what it is about, what is to be said, and of a grant what the scores become. */
export function StepDialog({ step, row, onClose }: { readonly step: Step; readonly row: Exemption; readonly onClose: () => void }) {
  const t = useWords('exemptions')
  const format = useFormat()
  const who = useSession()
  const today = dayOf()
  const next = row.end_date !== null && row.end_date >= today ? dayAfter(row.end_date, 1) : today
  const [values, setValues] = useState<Values>({
    comment: '',
    start_date: next,
    end_date: step === 'renew' ? dayAfter(next, 90) : row.end_date,
  })
  const decisions = useDecisions(row)
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const dates = step === 'renew' || step === 'shorten'
  const complete = (step !== 'reject' || values.comment.trim() !== '') && (!dates || values.end_date !== null)
  return (
    <FormDialog
      title={t(`exemptions.titles.${step}`, { name: `${row.identifier} ${row.name ?? ''}` })}
      size={step === 'grant' ? 'md' : 'sm'}
      action={t(`entities.exemption.do.${step}`)}
      danger={step === 'reject'}
      complete={complete}
      send={async () => (await send[step](row, values)).message}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {step === 'grant' || step === 'reject' ? (
            <Facts
              facts={[
                [t('entities.exemption.fields.requester'), row.requester?.name ?? ''],
                ...(row.tag ? [[t('entities.exemption.fields.tag'), row.tag.name ?? ''] as const] : []),
                [t('entities.exemption.fields.perimeters'), names(row.perimeters) || t('exemptions.nowhere')],
                [t('entities.exemption.fields.controls'), names(row.controls) || t('exemptions.nothing')],
                [t('exemptions.days'), t('exemptions.from_to', { from: format.date(row.start_date), to: format.date(row.end_date) })],
              ]}
            />
          ) : null}
          {step === 'renew' ? <p>{t('exemptions.renew_text')}</p> : null}
          {step === 'renew' ? (
            <DateInput
              label={t('entities.exemption.fields.start_date')}
              required
              value={values.start_date}
              error={errorOf('start_date')}
              onChange={(start_date) => set({ start_date })}
            />
          ) : null}
          {dates ? (
            <DateInput
              label={t('entities.exemption.fields.end_date')}
              required
              value={values.end_date}
              min={today}
              {...(step === 'shorten' && row.end_date !== null && { max: row.end_date })}
              error={errorOf('end_date')}
              onChange={(end_date) => set({ end_date })}
            />
          ) : null}
          {step === 'shorten' ? null : (
            <TextArea
              label={t(step === 'renew' ? 'exemptions.renew_reason' : 'entities.exemption.fields.status_reason')}
              required={step === 'reject'}
              maxLength={2000}
              rows={3}
              value={values.comment}
              error={errorOf('status_reason') ?? errorOf('reason')}
              onChange={(event) => set({ comment: event.currentTarget.value })}
            />
          )}
          {step === 'grant' && holds(who, 'score.read') && decisions.data && decisions.data.changes.length > 0 ? (
            <ScorePreview changes={decisions.data.changes} />
          ) : null}
        </>
      )}
    </FormDialog>
  )
}
