import { useState } from 'react'
import { useController, useFormState, useWatch, type Control } from 'react-hook-form'
import { campaign } from '#areas/campaigns/contract/campaign.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { EntityFields, FormField } from '#kit/web/resource/entity-fields.tsx'
import { fieldOfKey, type FormValues } from '#kit/web/resource/form-values.ts'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Steps } from '#kit/web/ui/steps.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { LevelChoice } from './level-choice.tsx'

export const planSteps = ['general', 'scope', 'dates', 'rules', 'people'] as const
export type PlanStep = (typeof planSteps)[number]

/** Fields that mean nothing as the others stand; those with a control of their own besides. */
function idle({ campaign_source: source, scope, remediation_enabled: remediation }: FormValues): ReadonlySet<string> {
  return new Set([
    'campaign_source',
    'levels',
    'target_level',
    ...(source === 'PROJECT' ? [] : ['project', source === 'QUESTIONNAIRE' ? 'policy' : 'questionnaire']),
    ...(scope === 'TAG' ? ['perimeters'] : scope === 'POLICY' ? ['perimeters', 'tag'] : ['tag']),
    ...(source === 'POLICY' ? ['metric_entry_date'] : []),
    ...(remediation === true ? [] : ['limit_date_remediation']),
  ])
}

export interface PlanDetailsProps {
  readonly state: EntityFormState
  readonly disabled: boolean
}

/** What, whom, when, by which rules, with whom: one step at a time, each with what is wrong in it. */
export function PlanDetails({ state, disabled, first = 'general' }: PlanDetailsProps & { readonly first?: PlanStep }) {
  const t = useWords('campaigns')
  const { form, row } = state
  const { control } = form
  const contextOf = useFieldContexts(campaign)
  const [chosen, setChosen] = useState<PlanStep>(first)
  const { errors, submitCount } = useFormState({ control })
  const values = useWatch({ control }) as FormValues
  const hidden = idle(values)
  const wrong = new Set(Object.keys(errors).map((key) => fieldOfKey(campaign, key) ?? key))
  const sections = campaign.form.map(({ section, fields }) => ({ section: section as PlanStep, fields }))
  const faulty = sections.filter(({ fields }) => fields.some((name) => wrong.has(name))).map(({ section }) => section)
  // Once it was sent, the first step with something wrong comes into sight.
  const [looked, setLooked] = useState(0)
  if (submitCount > looked) {
    setLooked(submitCount)
    if (faulty[0] && !faulty.includes(chosen)) setChosen(faulty[0])
  }
  if (disabled && row) return <EntityFields state={state} disabled unasked={hidden} />
  const at = planSteps.indexOf(chosen)
  const next = planSteps[at + 1]
  const section = sections.find((one) => one.section === chosen)
  return (
    <Grid gap={14}>
      <Steps
        label={t('plan.steps')}
        value={chosen}
        onChange={setChosen}
        steps={planSteps.map((value) => ({ value, label: t(`entities.campaign.sections.${value}`), wrong: faulty.includes(value) }))}
      />
      <Grid gap={12} role="group" aria-label={t(`entities.campaign.sections.${chosen}`)}>
        {chosen === 'general' ? <Source control={control} /> : null}
        {(section?.fields ?? [])
          .filter((name) => wrong.has(name) || !hidden.has(name))
          .map((name) => (
            <FormField key={name} context={contextOf(name)} control={control} entity={campaign} row={row} disabled={disabled} onLeave={state.leave} />
          ))}
        {chosen === 'general' ? <LevelChoice control={control} disabled={disabled} /> : null}
      </Grid>
      {next && !row ? (
        <Row spread="last">
          <Button onClick={() => setChosen(next)}>{t('plan.next', { step: t(`entities.campaign.sections.${next}`) })}</Button>
        </Row>
      ) : null}
    </Grid>
  )
}

/** A policy or a questionnaire; a project's campaign begins at the project, and asks either. */
function Source({ control }: { readonly control: Control<FormValues> }) {
  const t = useWords('campaigns')
  const { field } = useController({ control, name: 'campaign_source' })
  if (field.value === 'PROJECT') return null
  return (
    <Segmented
      label={t('entities.campaign.fields.campaign_source')}
      value={field.value === 'QUESTIONNAIRE' ? 'QUESTIONNAIRE' : 'POLICY'}
      onChange={field.onChange}
      options={(['POLICY', 'QUESTIONNAIRE'] as const).map((value) => ({ value, label: t(`entities.campaign.choices.campaign_source.${value}`) }))}
    />
  )
}
