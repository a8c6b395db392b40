import { useId, useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { StepToPlan, NamedNextStep, applyNextSteps, PlannedNextSteps } from '#areas/dashboards/contract/next-steps.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RefInput } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { proposedDue, useOfferedPlans } from '#areas/measures/web/index.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useNextStepText } from './next-step-text.ts'
import css from './next-steps.module.css'

interface Answer {
  readonly manager: Reference | null
  readonly due: string | null
}

/** What is asked of a step: nothing where it is done at once, or where its action has an owner and a date. */
const asks = ({ kind, owner, target_date }: NamedNextStep) => kind === 'IMPLEMENT' || (kind === 'FINISH' && (!owner || !target_date))

interface PlanDialogProps {
  readonly steps: readonly NamedNextStep[]
  /** What opened it, and its button says. */
  readonly verb: string
  readonly onClose: () => void
}

/** One dialog for the steps: who does each and until when; then what came of it, and the way to the plan. */
export function PlanDialog({ steps, verb, onClose }: PlanDialogProps) {
  const words = useWords('dashboards')
  const form = useId()
  // What is being planned stays what was opened, whatever is computed anew meanwhile.
  const [initialSteps] = useState(steps)
  const [answers, setAnswers] = useState<readonly Answer[]>(() =>
    initialSteps.map(({ owner, target_date }) => ({ manager: owner, due: target_date ?? proposedDue() })),
  )
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<PlannedNextSteps>()
  const builds = initialSteps.some(({ kind }) => kind === 'IMPLEMENT')
  const { options: plans, chosen, choose, pending } = useOfferedPlans(builds)
  const [submit, busy] = useSubmit(async () => {
    if (builds && chosen === null) return setError(words('next_steps.program_needed'))
    if (initialSteps.some((step, at) => asks(step) && !answers[at]?.due)) return setError(words('next_steps.due_needed'))
    try {
      const body = { program: builds ? Number(chosen) : null, steps: initialSteps.map((step, at) => toPlan(step, answers[at])) }
      const { object } = await api.call<typeof applyNextSteps>('POST /dashboard/next_steps', { body })
      setDone(object)
      void invalidate('score')
      await renewed()
    } catch (reason) {
      setError(failureDetails(reason))
    }
  })
  if (done)
    return (
      <Modal
        title={words('next_steps.done')}
        size="sm"
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{words('next_steps.close')}</Button>
            {builds && chosen !== null ? (
              <ButtonLink variant="primary" to={path('/actions/$id', { id: Number(chosen) })}>
                {words('next_steps.open_plan')}
              </ButtonLink>
            ) : null}
          </>
        }
      >
        <Text as="p" apart>
          {words('next_steps.done_text', { actions: done.actions.length, linked: done.linked, accepted: done.accepted })}
        </Text>
      </Modal>
    )
  return (
    <Modal
      title={words('next_steps.dialog')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={pending} loading={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <Stack
        id={form}
        as="form"
        gap={14}
        className={css.plan}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {error ? (
          <Text as="p" tone="bad" role="alert">
            {error}
          </Text>
        ) : null}
        {builds ? <Select label={words('next_steps.program')} required value={chosen} onChange={choose} options={plans} /> : null}
        {initialSteps.map((step, at) => (
          <NextStepForm
            key={`${step.kind}-${step.about.id}`}
            step={step}
            answer={answers[at] ?? { manager: null, due: null }}
            onChange={(answer) => {
              setError(undefined)
              setAnswers((all) => all.map((one, n) => (n === at ? answer : one)))
            }}
          />
        ))}
      </Stack>
    </Modal>
  )
}

function NextStepForm({ step, answer, onChange }: { readonly step: NamedNextStep; readonly answer: Answer; readonly onChange: (answer: Answer) => void }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const contextOf = useFieldContexts(remediation)
  const { what, where, cost } = useNextStepText()(step)
  const atOnce = step.kind === 'LINK' || step.kind === 'ACCEPT'
  return (
    <fieldset>
      <legend>{what}</legend>
      <p>
        {[where, step.gain === 0 ? '' : format.signed(step.gain), cost === '—' ? '' : cost].filter(Boolean).join(' · ')}
        {atOnce ? ` · ${words('next_steps.at_once')}` : ''}
      </p>
      {asks(step) ? (
        <>
          {step.kind === 'IMPLEMENT' || !step.owner ? (
            <RefInput
              help={undefined}
              error={undefined}
              required={false}
              disabled={false}
              onBlur={() => undefined}
              context={contextOf('manager')}
              label={words('next_steps.owner')}
              value={answer.manager}
              onChange={(manager: Reference | null) => onChange({ ...answer, manager })}
            />
          ) : null}
          {step.kind === 'IMPLEMENT' || !step.target_date ? (
            <DateInput label={words('next_steps.due')} required min={dayOf()} value={answer.due} onChange={(due) => onChange({ ...answer, due })} />
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}

function toPlan({ kind, about, perimeters, owner, target_date }: NamedNextStep, answer: Answer | undefined): StepToPlan {
  const places = perimeters.map(({ id }) => id)
  switch (kind) {
    case 'LINK':
      return { kind, policy: about.id }
    case 'ACCEPT':
      return { kind, measure: about.id, perimeters: places }
    case 'IMPLEMENT':
      return { kind, solution: about.id, perimeters: places, manager: answer?.manager?.id ?? null, target_date: answer?.due ?? null }
    case 'FINISH':
      return { kind, action: about.id, manager: owner ? null : (answer?.manager?.id ?? null), target_date: target_date ? null : (answer?.due ?? null) }
  }
}
