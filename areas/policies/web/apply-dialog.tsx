import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { applyPolicy } from '#areas/policies/contract/calls.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './apply-dialog.module.css'
import { attempt } from './attempt.ts'
import type { Policy, Version } from './policy-rows.ts'
import { useApplications } from './use-applications.ts'

type Perimeter = RowOf<typeof perimeter>

interface ApplyDialogProps {
  readonly policy: Policy
  /** The current one: what new perimeters get. */
  readonly version: Version | undefined
  readonly onClose: () => void
}

/** Chooses perimeters in the organisation's tree and what of the policy is in scope there. */
export function ApplyDialog({ policy, version, onClose }: ApplyDialogProps) {
  const t = useWords('policies')
  const kit = useWords('kit')
  const language = useLanguage()
  const offered = version?.implementation_groups ?? []
  const marked = offered.filter((group) => group.default_selected).map((group) => group.ref_id)
  const applied = new Set(useApplications(policy.id).map((each) => each.perimeter?.id))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [weight, setWeight] = useState('100')
  const [level, setLevel] = useState<string | null>(null)
  const [target, setTarget] = useState('')
  const [groups, setGroups] = useState<ReadonlySet<string>>(new Set(marked.length > 0 ? marked : offered.map((group) => group.ref_id)))
  const [saving, setSaving] = useState(false)
  const { data } = useQuery({
    queryKey: ['perimeter', 'all'],
    queryFn: ({ signal }) => api.get<ListAnswer<Perimeter>>('/perimeter', { query: { limit: rowLimit }, signal }),
  })
  const places = ordered((data?.objects ?? []).filter((row) => row.type === 'INTERNAL' && !row.archived))
  const toggle = <T,>(set: ReadonlySet<T>, value: T) => (set.has(value) ? new Set([...set].filter((each) => each !== value)) : new Set([...set, value]))
  const apply = async () => {
    setSaving(true)
    const all = groups.size === offered.length
    const done = await attempt(() =>
      api.call<typeof applyPolicy>('POST /policy/{id}/apply', {
        params: { id: policy.id },
        body: {
          perimeters: [...chosen],
          weight: Number(weight),
          level: level === null ? null : Number(level),
          implementation_groups: all ? null : [...groups],
          target_score: target === '' ? null : Number(target),
        },
      }),
    )
    setSaving(false)
    if (done) onClose()
  }
  const wholeNumber = (text: string, max: number) => /^\d+$/.test(text) && Number(text) <= max
  const valid = chosen.size > 0 && wholeNumber(weight, 10_000) && (target === '' || wholeNumber(target, 100)) && (offered.length === 0 || groups.size > 0)
  return (
    <Modal
      title={t('apply.title', { name: policy.name ?? '' })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button variant="primary" disabled={!valid} loading={saving} onClick={() => void apply()}>
            {t('apply.run', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <fieldset className={css.places}>
        <legend>{t('entities.policy.fields.perimeters')}</legend>
        {data ? (
          places.map(({ row, level: depth }) => (
            <div key={row.id} style={{ paddingLeft: (depth - 1) * 20 }}>
              <Checkbox
                label={applied.has(row.id) ? `${row.name ?? ''} · ${t('apply.already')}` : (row.name ?? '')}
                checked={applied.has(row.id) || chosen.has(row.id)}
                disabled={applied.has(row.id)}
                onChange={() => setChosen(toggle(chosen, row.id))}
              />
            </div>
          ))
        ) : (
          <SkeletonRows count={6} />
        )}
      </fieldset>
      <div className={css.scope}>
        <TextInput
          label={t('entities.policy_application.fields.weight')}
          help={t('apply.weight_help')}
          inputMode="numeric"
          value={weight}
          onChange={(event) => setWeight(event.currentTarget.value)}
        />
        <Select
          label={t('entities.policy_application.fields.level')}
          value={level ?? 'all'}
          onChange={(value) => setLevel(value === 'all' ? null : value)}
          options={[
            { value: 'all', label: t('levels.all') },
            ...([1, 2, 3] as const).map((each) => ({ value: String(each), label: t('levels.up_to', { level: t(`levels.${each}`) }) })),
          ]}
        />
        <TextInput
          label={t('entities.policy_application.fields.target_score')}
          inputMode="numeric"
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      </div>
      {offered.length > 0 ? (
        <fieldset className={css.places}>
          <legend>{t('entities.policy_application.fields.implementation_groups')}</legend>
          {offered.map((group) => (
            <Checkbox
              key={group.ref_id}
              label={(language === 'fr' ? (group.name_fr ?? group.name_en) : (group.name_en ?? group.name_fr)) ?? group.ref_id}
              checked={groups.has(group.ref_id)}
              onChange={() => setGroups(toggle(groups, group.ref_id))}
            />
          ))}
        </fieldset>
      ) : null}
    </Modal>
  )
}

/** Perimeters top to bottom; one whose parent is out of reach stands at the top. */
function ordered(rows: readonly Perimeter[]): { readonly row: Perimeter; readonly level: number }[] {
  const known = new Set(rows.map((row) => row.id))
  const children = Map.groupBy(rows, (row) => (row.parent && known.has(row.parent.id) ? row.parent.id : null))
  const walk = (parent: number | null, level: number): { row: Perimeter; level: number }[] =>
    (children.get(parent) ?? []).flatMap((row) => [{ row, level }, ...walk(row.id, level + 1)])
  return walk(null, 1)
}
