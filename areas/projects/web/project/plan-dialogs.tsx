import { useState } from 'react'
import { useOfferedPlans } from '#areas/measures/web/index.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { linkAction } from './project-api.ts'
import css from './project.module.css'

interface PlanDialogProps {
  readonly row: Project
  readonly onClose: () => void
}

const shownAs = ({ identifier, name }: Reference) => (identifier ? `${identifier} ${name}` : name)

/** One row of an entity, searched for as it is typed. */
function Choose({
  entity,
  label,
  value,
  onChange,
}: {
  readonly entity: string
  readonly label: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}) {
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions(entity, text, true)
  return (
    <Select
      label={label}
      required
      value={value}
      options={options.map((one) => namedOption(one.id, shownAs(one)))}
      more={more}
      loading={busy}
      failed={failed}
      onSearch={setText}
      onChange={onChange}
    />
  )
}

/** A campaign of the project: a draft on a policy or a questionnaire, asked of the project's perimeter (PRJ-16). */
export function CampaignDialog({ row, onClose }: PlanDialogProps) {
  const t = useWords('projects')
  const lang = useLanguage()
  const navigate = useNavigate()
  const user = useSession()
  const [name, setName] = useState(row.name ?? '')
  const [about, setAbout] = useState<'policy' | 'questionnaire'>('policy')
  const [content, setContent] = useState<string | null>(null)
  const place = row.perimeter ? { scope: 'PERIMETERS', perimeters: [row.perimeter.id] } : { scope: 'TAG', tag: row.tag?.id }
  const send = async () => {
    const { message, object } = await api.post<ObjectAnswer<{ id: number }>>('/campaign', {
      [`name_${lang}`]: name.trim(),
      campaign_source: 'PROJECT',
      project: row.id,
      [about]: Number(content),
      program: row.program?.id ?? null,
      // Whoever manages the project may be one who runs no campaigns.
      manager: user.member_id,
      ...place,
    })
    void navigate({ to: path('/ops/campaigns/$id', { id: object.id }) })
    return message
  }
  return (
    <FormDialog title={t('campaign.title')} action={t('campaign.plan')} complete={name.trim() !== '' && content !== null} send={send} onClose={onClose}>
      <div className={css.dialog}>
        <p className={css.soft}>{t('campaign.text')}</p>
        <TextInput label={t('campaign.name')} required data-autofocus maxLength={255} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Segmented
          label={t('campaign.about')}
          value={about}
          onChange={(value) => {
            setAbout(value)
            setContent(null)
          }}
          options={(['policy', 'questionnaire'] as const).map((value) => ({ value, label: t(`campaign.${value}`) }))}
        />
        <Choose key={about} entity={about} label={t(`campaign.${about}`)} value={content} onChange={setContent} />
      </div>
    </FormDialog>
  )
}

/** An action of the project: in its plan where it has one, else in one that is chosen. */
export function ActionDialog({ row, onClose }: PlanDialogProps) {
  const t = useWords('projects')
  const kit = useWords('kit')
  const lang = useLanguage()
  const [name, setName] = useState('')
  const [day, setDay] = useState<string | null>(row.target_date)
  const { options: plans, chosen, choose } = useOfferedPlans()
  const plan = row.program?.id ?? (chosen === null ? null : Number(chosen))
  const send = async () => {
    const { message } = await api.post<{ message?: string }>('/remediation', {
      [`name_${lang}`]: name.trim(),
      program: plan,
      ...(row.perimeter ? { perimeter: row.perimeter.id } : {}),
      ...(row.manager ? { manager: row.manager.id } : row.group ? { group: row.group.id } : {}),
      ...(day === null ? {} : { target_date: day, status: 'PLANNED' }),
      source_object: { entity: 'isp_project', id: row.id },
    })
    return message
  }
  return (
    <FormDialog title={t('page.add_action')} action={kit('actions.add')} complete={name.trim() !== '' && plan !== null} send={send} onClose={onClose}>
      <div className={css.dialog}>
        <TextInput label={t('page.link_label')} required data-autofocus maxLength={500} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        {row.program ? null : <Select label={t('move.plan')} required value={chosen} onChange={choose} options={plans} />}
        <DateInput label={t('decide.new_date')} value={day} onChange={setDay} clearable />
      </div>
    </FormDialog>
  )
}

/** An action that is there already becomes part of the project, once (PRJ-15). */
export function LinkDialog({ row, onClose }: PlanDialogProps) {
  const t = useWords('projects')
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <FormDialog
      title={t('page.link_title')}
      action={t('page.link_action')}
      complete={chosen !== null}
      send={() => linkAction(row, Number(chosen))}
      onClose={onClose}
    >
      <Choose entity="remediation" label={t('page.link_label')} value={chosen} onChange={setChosen} />
    </FormDialog>
  )
}
