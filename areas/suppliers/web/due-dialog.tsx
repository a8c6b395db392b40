import { useState } from 'react'
import type { DueGroup, planDueCampaigns } from '#areas/suppliers/contract/calls.ts'
import { evaluationNear } from '#areas/suppliers/contract/supplier.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { CriticalityBadge } from './presentation.tsx'
import css from './suppliers.module.css'

/** A day some days from now, as the server takes it. */
const inDays = (days: number) => dayAfter(dayOf(), days)

/** Who is due, by which questionnaire, and until when answers are wanted: one press prepares the campaigns. */
export function DueDialog({ groups, onClose }: { readonly groups: readonly DueGroup[]; readonly onClose: () => void }) {
  const t = useWords('suppliers')
  const format = useFormat()
  const go = useNavigate()
  const [name, setName] = useState(() => t('due.name_default', { date: format.date(dayOf()) }))
  const [limit, setLimit] = useState<string | null>(() => inDays(evaluationNear))
  const [fallback, setFallback] = useState<string | null>(null)
  const open = groups.some(({ questionnaire }) => questionnaire === null)
  const send = async () => {
    const { message, object } = await api.call<typeof planDueCampaigns>('POST /supplier/due/campaign', {
      body: { name: name.trim(), questionnaire: fallback === null ? null : Number(fallback), limit_date_evaluation: limit },
    })
    const [only, ...more] = object.campaigns
    void go({ to: only !== undefined && more.length === 0 ? path('/ops/campaigns', { id: only }) : path('/ops/campaigns') })
    return message
  }
  return (
    <FormDialog
      title={t('due.title')}
      size="md"
      action={t('due.plan')}
      complete={name.trim() !== '' && (!open || fallback !== null)}
      send={send}
      onClose={onClose}
    >
      <p className={css.soft}>{t('due.lead')}</p>
      {groups.map(({ questionnaire, suppliers }) => (
        <section key={questionnaire?.id ?? 0} className={css.group}>
          <h3>{questionnaire?.name ?? t('due.unset')}</h3>
          <ul>
            {suppliers.map(({ id, name: called, criticality, day }) => (
              <li key={id}>
                <span>{called}</span>
                <CriticalityBadge row={{ criticality }} />
                <span className={css.due} data-tone={daysBetween(dayOf(), day) < 0 ? 'bad' : undefined}>
                  {format.date(day)}
                </span>
              </li>
            ))}
          </ul>
          {questionnaire === null ? <Fallback value={fallback} onChange={setFallback} /> : null}
        </section>
      ))}
      <TextInput label={t('due.name')} maxLength={200} required value={name} onChange={(event) => setName(event.target.value)} />
      <DateInput label={t('due.limit')} value={limit} onChange={setLimit} min={dayOf()} />
    </FormDialog>
  )
}

function Fallback({ value, onChange }: { readonly value: string | null; readonly onChange: (value: string | null) => void }) {
  const t = useWords('suppliers')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('questionnaire', text, true)
  return (
    <Select
      label={t('due.fallback')}
      options={options.map((one) => namedOption(one.id, one.name))}
      value={value}
      onChange={onChange}
      onSearch={setText}
      more={more}
      loading={busy}
      failed={failed}
    />
  )
}
