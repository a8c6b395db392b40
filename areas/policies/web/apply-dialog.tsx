import { History, Layers, ShieldCheck, Target } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { applyPolicy } from '#areas/policies/contract/calls.ts'
import type { policyApplication } from '#areas/policies/contract/policy-application.ts'
import { policyVersion } from '#areas/policies/contract/policy-version.ts'
import type { Change } from '#areas/policies/contract/score-preview.ts'
import { PerimeterPicker } from '#areas/organisation/web/index.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { scoreText } from '#kit/contract/shown-score.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './apply-dialog.module.css'
import { attempt } from './attempt.ts'
import { GroupFields } from './group-fields.tsx'
import { groupChoice } from './implementation-groups.ts'
import type { Policy, Version } from './policy-rows.ts'
import { ScorePreview, usePreview } from './score-preview.tsx'
import { useApplications } from './use-applications.ts'
import { useVersionTree } from './use-version-tree.ts'

interface ApplyDialogProps {
  readonly policy: Policy
  /** The current one: what new perimeters get. */
  readonly version: Version | undefined
  /** Gets the perimeters where it has been applied anew; nothing when it was given up. */
  readonly onClose: (perimeters?: readonly number[]) => void
}

type Applied = Awaited<ReturnType<typeof api.call<typeof applyPolicy>>>['object']

const wholeNumber = (text: string, max: number) => /^\d+$/.test(text) && Number(text) <= max

/** Chooses perimeters in the organisation's tree and what of the policy is in scope there, and shows what the scores become before anything is saved. */
export function ApplyDialog({ policy, version, onClose }: ApplyDialogProps) {
  const t = useWords('policies')
  const navigate = useNavigate()
  const mayLink = useRight('policy.link')
  const applications = new Map(useApplications(policy.id).map((each) => [each.perimeter?.id ?? 0, each]))
  const tree = useVersionTree(version?.id, undefined)
  const { data: whole } = useRecord(policyVersion, version?.id)
  const offered = useMemo(() => groupChoice(whole?.implementation_groups ?? [], tree.data?.requirements ?? []), [whole, tree.data])
  const today = usePreview([], true)
  const scores = new Map(today.data?.perimeters.map(({ id, consolidated }) => [id, consolidated.before]))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  // Perimeters where it applies already, and is to apply otherwise.
  const [revised, setRevised] = useState<ReadonlySet<number>>(new Set())
  const [weight, setWeight] = useState('100')
  const [level, setLevel] = useState<string | null>(null)
  const [target, setTarget] = useState('')
  // Null until somebody chooses: what the version marks, else all.
  const [groups, setGroups] = useState<ReadonlySet<string> | null>(null)
  const [saving, setSaving] = useState(false)
  const scope = {
    weight: Number(weight),
    level: level === null ? null : Number(level),
    ...(groups && { implementation_groups: groups.size === offered.groups.length && !offered.cumulative ? null : [...groups] }),
  }
  const count = chosen.size
  const changed = revised.size
  const valid = count + changed > 0 && wholeNumber(weight, 10_000) && (target === '' || wholeNumber(target, 100)) && groups?.size !== 0
  const changes =
    wholeNumber(weight, 10_000) && groups?.size !== 0
      ? [...revised, ...chosen].map((perimeter): Change => ({ kind: 'APPLY', policy: policy.id, perimeter, ...scope }))
      : []

  /** The settings begin as they are where the first is changed, if nothing else was chosen before. */
  const revise = (next: ReadonlySet<number>) => {
    const [first] = next
    const application = first === undefined ? undefined : applications.get(first)
    if (application && revised.size + chosen.size === 0) {
      setWeight(String(application.weight))
      setLevel(application.level === null ? null : String(application.level))
      setTarget(application.target_score === null ? '' : String(application.target_score))
      void api.get<ObjectAnswer<RowOf<typeof policyApplication>>>(`/policy_application/${application.id}`).then(
        ({ object }) => setGroups(object.implementation_groups ? new Set(object.implementation_groups) : null),
        // What nobody chooses stays as it is there.
        () => setGroups(null),
      )
    }
    setRevised(next)
  }
  const verb =
    changed === 0
      ? t('apply.run', { count })
      : count === 0
        ? t('apply.run_changes', { changed })
        : t('apply.run_both', { count: String(count), changed: String(changed) })
  const undo = async ({ applications: made, undo: ticket }: Applied) => {
    try {
      if (ticket) await api.post('/policy_application/bulk/undo', { undo: ticket })
      if (made.length > 0) await api.post('/policy_application/bulk_delete', { ids: made })
      toast.success(t(made.length > 0 ? 'apply.undone' : 'apply.unchanged'))
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await renewed()
  }
  const apply = async () => {
    if (!valid || saving) return
    setSaving(true)
    const done = await attempt(
      () =>
        api.call<typeof applyPolicy>('POST /policy/{id}/apply', {
          params: { id: policy.id },
          body: {
            perimeters: [...chosen],
            changes: [...revised].flatMap((perimeter) => applications.get(perimeter) ?? []).map(({ id, version }) => ({ id, version })),
            ...scope,
            target_score: target === '' ? null : Number(target),
          },
        }),
      ({ object }) => ({ label: t('apply.undo'), run: () => void undo(object) }),
    )
    setSaving(false)
    if (done) onClose([...chosen])
  }
  const linkFirst = () => {
    onClose()
    void navigate({ to: path('/org/policies/$id', { id: policy.id }, { view: 'linking' }) })
  }
  const here = (perimeter: number) => {
    if (revised.has(perimeter)) return t('apply.change_here')
    return applications.get(perimeter)?.groups ?? t('apply.applied_here')
  }
  return (
    <Modal
      title={t('apply.title', { name: policy.name ?? '' })}
      size="xl"
      onClose={() => onClose()}
      footer={
        <>
          <Text tone="quiet" size={12} className={css.note}>
            {t('apply.nothing_saved')}
          </Text>
          <CancelButton />
          <Button variant="primary" disabled={!valid} loading={saving} onClick={() => void apply()}>
            {verb}
          </Button>
        </>
      }
    >
      <div
        className={css.sides}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void apply()
        }}
      >
        <Stack gap={16} narrows className={css.choice}>
          <PerimeterPicker
            label={t('entities.policy.fields.perimeters')}
            chosen={chosen}
            onChange={setChosen}
            settled={new Set(applications.keys())}
            revised={revised}
            onRevise={revise}
            asideTitle={t('apply.today')}
            aside={(row) => (
              <>
                {applications.has(row.id) ? <span className={css.here}>{here(row.id)}</span> : null}
                {scoreText(scores.get(row.id) ?? null)}
              </>
            )}
          />
          {applications.size > 0 ? (
            <Text as="p" tone="quiet" size={12} className={css.help}>
              {t('apply.change_help')}
            </Text>
          ) : null}
          <GroupFields
            offered={offered}
            chosen={
              groups ??
              new Set(
                marked(whole, offered.cumulative ? offered.groups.slice(-1).map(({ group }) => group.ref_id) : offered.groups.map(({ group }) => group.ref_id)),
              )
            }
            onChange={setGroups}
          />
          <Grid align="end" gap={12} className={css.scope}>
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
              label={t('entities.policy_application.fields.weight')}
              inputMode="numeric"
              value={weight}
              onChange={(event) => setWeight(event.currentTarget.value)}
            />
            <TextInput
              label={t('entities.policy_application.fields.target_score')}
              inputMode="numeric"
              value={target}
              onChange={(event) => setTarget(event.currentTarget.value)}
            />
          </Grid>
          <Text as="p" tone="quiet" size={12} className={css.help}>
            {t('apply.weight_help')}
          </Text>
        </Stack>
        <Stack gap={16} narrows fill="subtle" className={css.outcome}>
          <ScorePreview changes={changes} onLink={mayLink ? linkFirst : undefined} />
          {count + changed > 0 ? (
            <Box as="section" size={13} className={css.then}>
              <Text as="b" size={12} weight={500}>
                {t('apply.next')}
              </Text>
              <Stack as="ul" gap={8} above={8} tone="soft">
                {count > 0 ? (
                  <Row as="li" align="start" gap={8}>
                    <ShieldCheck size={14} aria-hidden /> {t('apply.then_bases', { count })}
                  </Row>
                ) : null}
                {target !== '' && wholeNumber(target, 100) ? (
                  <Row as="li" align="start" gap={8}>
                    <Target size={14} aria-hidden /> {t('apply.then_target', { target })}
                  </Row>
                ) : null}
                <Row as="li" align="start" gap={8}>
                  <History size={14} aria-hidden /> {t('apply.then_past')}
                </Row>
              </Stack>
            </Box>
          ) : (
            <Layers className={css.picture} size={56} strokeWidth={1} aria-hidden />
          )}
        </Stack>
      </div>
    </Modal>
  )
}

/** What the version marks of some groups, else them all: as the server chooses when nobody does. */
function marked(version: Version | undefined, refs: readonly string[]): readonly string[] {
  const own = (version?.implementation_groups ?? []).filter((group) => group.default_selected).map((group) => group.ref_id)
  return own.length > 0 ? own : refs
}
