import { useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { optionsFor, useOptions } from '#kit/web/kinds/options.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './plan.module.css'

export type PeopleRole = 'EVALUATOR' | 'VALIDATOR'
const ways = ['MEMBER', 'GROUP', 'MANAGER', 'PREVIOUS'] as const
type Way = (typeof ways)[number]

interface PeopleDialogProps {
  readonly campaign: number
  readonly duty: PeopleRole
  /** Absent: all of the campaign. */
  readonly evaluations?: readonly number[] | undefined
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Names who evaluates or validates in many perimeters at once: one person or group, or whoever the perimeter or the campaign before has. */
export function PeopleDialog({ campaign, duty: first, evaluations, onClose, onDone }: PeopleDialogProps) {
  const t = useWords('campaigns')
  const [role, setRole] = useState<PeopleRole>(first)
  const [way, setWay] = useState<Way>(evaluations ? 'MEMBER' : 'MANAGER')
  const [who, setWho] = useState<string | null>(null)
  const [onlyMissing, setOnlyMissing] = useState(evaluations === undefined)
  const named = way === 'MEMBER' || way === 'GROUP'
  const send = async () => {
    const person = way === 'MEMBER' ? { member: Number(who) } : way === 'GROUP' ? { group: Number(who) } : { source: way }
    const body = { role, ...person, only_missing: onlyMissing, ...(evaluations && { evaluations }) }
    return (await api.put<ObjectAnswer<object>>(`/campaign/${campaign}/people`, body)).message
  }
  return (
    <FormDialog
      title={evaluations ? t('plan.people.title_some', { count: evaluations.length }) : t('plan.people.title')}
      action={t('plan.people.name')}
      complete={!named || who !== null}
      send={send}
      onClose={onClose}
      onDone={onDone ?? onClose}
    >
      <div className={css.dialog}>
        <Segmented
          label={t('plan.people.role')}
          value={role}
          onChange={setRole}
          options={[
            { value: 'EVALUATOR', label: t('entities.evaluation.fields.evaluator') },
            { value: 'VALIDATOR', label: t('entities.evaluation.fields.validator') },
          ]}
        />
        <Select
          label={t('plan.people.way')}
          options={ways.map((value) => ({ value, label: t(`plan.people.ways.${value}`) }))}
          value={way}
          onChange={(value) => {
            setWay(value as Way)
            setWho(null)
          }}
        />
        {named ? <Who key={`${way} ${role}`} role={role} entity={way === 'MEMBER' ? 'member' : 'group'} value={who} onChange={setWho} /> : null}
        <Checkbox label={t('plan.people.only_missing')} checked={onlyMissing} onChange={(event) => setOnlyMissing(event.target.checked)} />
        {role === 'EVALUATOR' ? (
          <Text as="p" tone="quiet">
            {t('plan.people.outside')}
          </Text>
        ) : null}
      </div>
    </FormDialog>
  )
}

interface WhoProps {
  readonly entity: 'member' | 'group'
  readonly role: PeopleRole
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

function Who({ entity, role, value, onChange }: WhoProps) {
  const t = useWords('campaigns')
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions(
    entity,
    search,
    true,
    false,
    optionsFor(evaluation.fields[role === 'EVALUATOR' ? 'evaluator' : 'validator'].options),
  )
  return (
    <Select
      label={t(`plan.people.ways.${entity === 'member' ? 'MEMBER' : 'GROUP'}`)}
      options={options.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      more={more}
      loading={busy}
      failed={failed}
      required
    />
  )
}
