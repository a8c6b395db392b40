import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectSettings, readProjectSettings, startClassification, writeProjectSettings } from '#areas/projects/contract/classify-calls.ts'
import type { CycleStep, readCycle, writeCycle } from '#areas/projects/contract/cycle.ts'
import { criticalities } from '#areas/projects/contract/isp-project.ts'
import type { readStructure } from '#areas/questionnaires/contract/calls.ts'
import { textIn } from '#areas/questionnaires/contract/structure.ts'
import { levelName } from '#kit/contract/level.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { holds, useSession } from '#kit/web/api/session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Reading } from '#kit/web/ui/reading.tsx'
import { MultiSelect, Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import css from './settings.module.css'

/** How projects are classified, what follows from it, and what their steps are called. */
export function Page() {
  const t = useWords('projects')
  const who = useSession()
  const settings = useQuery({
    queryKey: ['isp_project', 'settings'],
    queryFn: ({ signal }) => api.call<typeof readProjectSettings>('GET /isp_project/settings', { signal }),
    meta: { essential: true },
  })
  const mayCycle = holds(who, 'isp_project.cycle')
  const cycle = useQuery({
    queryKey: ['isp_project', 'dev_cycle'],
    queryFn: ({ signal }) => api.call<typeof readCycle>('GET /isp_project/dev_cycle', { signal }),
    enabled: mayCycle,
  })
  const failed = settings.error ?? cycle.error
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={t('settings.title')} />
      </PageToolbar>
      {failed ? (
        <ErrorState reason={failed} onRetry={() => void Promise.all([settings.refetch(), cycle.refetch()])} />
      ) : settings.data && (cycle.data || !mayCycle) ? (
        <Settings
          key={settings.data.object.version}
          settings={settings.data.object}
          steps={cycle.data?.object.dev_steps ?? []}
          editable={settings.data.edit_right}
        />
      ) : (
        <SkeletonRows count={14} />
      )}
    </Sheet>
  )
}

type Demands = ProjectSettings['demands']
type Named = NonNullable<ProjectSettings['questionnaire']>
interface Draft {
  readonly questionnaire: Named | null
  readonly accumulator: string | null
  readonly demands: Demands
  readonly steps: readonly CycleStep[]
}

function Settings({ settings, steps, editable }: { readonly settings: ProjectSettings; readonly steps: readonly CycleStep[]; readonly editable: boolean }) {
  const t = useWords('projects')
  const lang = useLanguage()
  const begin: Draft = { questionnaire: settings.questionnaire, accumulator: settings.accumulator, demands: settings.demands, steps }
  const [draft, setDraft] = useState(begin)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const dirty = JSON.stringify(draft) !== JSON.stringify(begin)
  const levels = useLevels('eval')
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const save = async (): Promise<boolean> => {
    setSaving(true)
    setFailure(undefined)
    try {
      const { message } = await api.call<typeof writeProjectSettings>('PUT /isp_project/settings', {
        body: {
          version: settings.version,
          questionnaire: draft.questionnaire?.id ?? null,
          accumulator: draft.questionnaire ? draft.accumulator : null,
          demands: Object.fromEntries(
            criticalities.map((of) => {
              const one = draft.demands[of]
              return [
                of,
                {
                  policy: one.policy?.id ?? null,
                  questionnaire: one.questionnaire?.id ?? null,
                  models: one.models.map(({ id }) => id),
                  target_level: one.target_level,
                },
              ]
            }),
          ),
        },
      })
      if (JSON.stringify(draft.steps) !== JSON.stringify(steps))
        await api.call<typeof writeCycle>('PUT /isp_project/dev_cycle', {
          body: { dev_steps: draft.steps.map(({ id, name_en, name_fr }) => ({ id, name_en, name_fr })) },
        })
      toast.success(message ?? '')
      await invalidate('isp_project')
      return true
    } catch (reason) {
      setFailure(failureDetails(reason))
      return false
    } finally {
      setSaving(false)
    }
  }
  const start = async () => {
    setSaving(true)
    try {
      toast.success((await api.call<typeof startClassification>('POST /isp_project/settings/starter')).message ?? '')
      await invalidate('isp_project')
    } catch (reason) {
      setFailure(failureDetails(reason))
    } finally {
      setSaving(false)
    }
  }
  useAskBeforeLeaving(dirty, save)
  return (
    <Reading on={!editable}>
      <Grid
        as="form"
        gap={14}
        className={css.settings}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {failure ? (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        ) : null}
        <fieldset>
          <legend>{t('settings.classification')}</legend>
          <p>{t('settings.classification_lead')}</p>
          <Grid columns={2} gap={14} rowGap={10} className={css.pair}>
            <One
              entity="questionnaire"
              label={t('settings.questionnaire')}
              value={draft.questionnaire}
              onChange={(questionnaire) => set({ questionnaire, accumulator: null })}
            />
            {draft.questionnaire ? (
              <Accumulators questionnaire={draft.questionnaire.id} value={draft.accumulator} onChange={(accumulator) => set({ accumulator })} />
            ) : null}
          </Grid>
          {editable && settings.questionnaire === null && !dirty ? (
            <Row wrap align="center" tone="quiet" gap={12} rowGap={8}>
              <Button loading={saving} onClick={() => void start()}>
                {t('settings.starter')}
              </Button>
              <span>{t('settings.starter_help')}</span>
            </Row>
          ) : null}
        </fieldset>
        <fieldset>
          <legend>{t('settings.demands')}</legend>
          <p>{t('settings.demands_lead')}</p>
          {criticalities.map((of) => {
            const one = draft.demands[of]
            const change = (changes: Partial<typeof one>) => set({ demands: { ...draft.demands, [of]: { ...one, ...changes } } })
            return (
              <section key={of} aria-label={t(`entities.isp_project.choices.criticality.${of}`)}>
                <h3>{t(`entities.isp_project.choices.criticality.${of}`)}</h3>
                <Grid columns={2} gap={14} rowGap={10} className={css.pair}>
                  <One entity="policy" label={t('settings.policy')} value={one.policy} onChange={(policy) => change({ policy })} />
                  <One
                    entity="questionnaire"
                    label={t('settings.campaign')}
                    value={one.questionnaire}
                    onChange={(questionnaire) => change({ questionnaire })}
                  />
                  <Several entity="remediation_model" label={t('settings.models')} value={one.models} onChange={(models) => change({ models })} />
                  <Select
                    label={t('settings.target')}
                    clearable
                    value={one.target_level === null ? null : String(one.target_level)}
                    options={levels.map((level) => ({ value: String(level.value), label: levelName(level, lang) }))}
                    onChange={(value) => change({ target_level: value === null ? null : Number(value) })}
                  />
                </Grid>
              </section>
            )
          })}
        </fieldset>
        {draft.steps.length > 0 ? (
          <fieldset>
            <legend>{t('settings.steps')}</legend>
            <p>{t('steps.names_text')}</p>
            {draft.steps.map((step) => {
              const change = (changes: Partial<CycleStep>) => set({ steps: draft.steps.map((one) => (one.id === step.id ? { ...one, ...changes } : one)) })
              const standard = t(`entities.isp_project.choices.dev_step.${step.identifier}`)
              return (
                <Grid key={step.id} columns={2} gap={14} rowGap={10} className={css.pair}>
                  <TextInput
                    label={`${step.order}. ${t('steps.name_fr', { step: standard })}`}
                    value={step.name_fr}
                    maxLength={60}
                    required
                    onChange={(event) => change({ name_fr: event.currentTarget.value })}
                  />
                  <TextInput
                    label={`${step.order}. ${t('steps.name_en', { step: standard })}`}
                    value={step.name_en}
                    maxLength={60}
                    required
                    onChange={(event) => change({ name_en: event.currentTarget.value })}
                  />
                </Grid>
              )
            })}
          </fieldset>
        ) : null}
        {editable ? (
          <Row spread="last">
            <Button type="submit" variant="primary" disabled={!dirty} loading={saving}>
              {t('settings.save')}
            </Button>
          </Row>
        ) : null}
      </Grid>
    </Reading>
  )
}

interface OneProps<V> {
  readonly entity: string
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
}
const shownAs = ({ identifier, name }: Named) => [identifier, name].filter(Boolean).join(' ')

/** What stands there, and what is found as it is typed. */
function useOffered(entity: string, chosen: readonly Named[]) {
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions(entity, text, true)
  const found = new Set(options.map(({ id }) => id))
  const all = [...chosen.filter(({ id }) => !found.has(id)), ...options]
  return {
    known: new Map(all.map((one) => [String(one.id), one])),
    given: { options: all.map((one) => namedOption(one.id, shownAs(one))), more, loading: busy, failed, onSearch: setText },
  }
}

function One({ entity, label, value, onChange }: OneProps<Named | null>) {
  const { known, given } = useOffered(entity, value ? [value] : [])
  return (
    <Select
      {...given}
      label={label}
      clearable
      value={value ? String(value.id) : null}
      onChange={(id) => onChange(id === null ? null : (known.get(id) ?? null))}
    />
  )
}

function Several({ entity, label, value, onChange }: OneProps<Named[]>) {
  const { known, given } = useOffered(entity, value)
  return (
    <MultiSelect
      {...given}
      label={label}
      max={30}
      value={value.map(({ id }) => String(id))}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
    />
  )
}

/** Those of the questionnaire that name levels. */
function Accumulators({
  questionnaire,
  value,
  onChange,
}: {
  readonly questionnaire: number
  readonly value: string | null
  readonly onChange: (key: string | null) => void
}) {
  const t = useWords('projects')
  const lang = useLanguage()
  const { data } = useQuery({
    queryKey: ['questionnaire', 'structure', questionnaire],
    queryFn: ({ signal }) => api.call<typeof readStructure>('GET /questionnaire/{id}/structure', { params: { id: questionnaire }, signal }),
  })
  const named = (data?.object.structure.accumulators ?? []).filter(({ levels }) => levels.length > 0)
  return (
    <Select
      label={t('settings.accumulator')}
      required
      value={value}
      options={named.map((one) => ({ value: one.key, label: textIn(one, 'name', lang) || one.key }))}
      onChange={onChange}
    />
  )
}
