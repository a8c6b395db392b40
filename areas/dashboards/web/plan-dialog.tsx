import { useId, useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { DeedToPlan, NamedDeed, planDeeds, PlannedDeeds } from '#areas/dashboards/contract/deeds.ts'
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
import { Text } from '#kit/web/ui/text.tsx'
import { useDeedText } from './deed-text.ts'
import css from './deeds.module.css'

interface Answer {
  readonly manager: Reference | null
  readonly due: string | null
}

/** What is asked of a deed: nothing where it is done at once, or where its action has an owner and a date. */
const asks = ({ kind, owner, target_date }: NamedDeed) => kind === 'IMPLEMENT' || (kind === 'FINISH' && (!owner || !target_date))

interface PlanDialogProps {
  readonly deeds: readonly NamedDeed[]
  /** What opened it, and its button says. */
  readonly verb: string
  readonly onClose: () => void
}

/** One dialog for the deeds: who does each and until when; then what came of it, and the way to the plan. */
export function PlanDialog({ deeds, verb, onClose }: PlanDialogProps) {
  const words = useWords('dashboards')
  const form = useId()
  // What is being planned stays what was opened, whatever is computed anew meanwhile.
  const [kept] = useState(deeds)
  const [answers, setAnswers] = useState<readonly Answer[]>(() => kept.map(({ owner, target_date }) => ({ manager: owner, due: target_date ?? proposedDue() })))
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<PlannedDeeds>()
  const builds = kept.some(({ kind }) => kind === 'IMPLEMENT')
  const { options: plans, chosen, choose, pending } = useOfferedPlans(builds)
  const [submit, busy] = useSubmit(async () => {
    if (builds && chosen === null) return setError(words('deeds.program_needed'))
    if (kept.some((deed, at) => asks(deed) && !answers[at]?.due)) return setError(words('deeds.due_needed'))
    try {
      const body = { program: builds ? Number(chosen) : null, deeds: kept.map((deed, at) => toPlan(deed, answers[at])) }
      const { object } = await api.call<typeof planDeeds>('POST /dashboard/deeds', { body })
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
        title={words('deeds.done')}
        size="sm"
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{words('deeds.close')}</Button>
            {builds && chosen !== null ? (
              <ButtonLink variant="primary" to={path('/actions/$id', { id: Number(chosen) })}>
                {words('deeds.open_plan')}
              </ButtonLink>
            ) : null}
          </>
        }
      >
        <p>{words('deeds.done_text', { actions: done.actions.length, linked: done.linked, accepted: done.accepted })}</p>
      </Modal>
    )
  return (
    <Modal
      title={words('deeds.dialog')}
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
      <form
        id={form}
        className={css.plan}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {error ? (
          <Text as="p" tone="bad" flush role="alert">
            {error}
          </Text>
        ) : null}
        {builds ? <Select label={words('deeds.program')} required value={chosen} onChange={choose} options={plans} /> : null}
        {kept.map((deed, at) => (
          <DeedForm
            key={`${deed.kind}-${deed.about.id}`}
            deed={deed}
            answer={answers[at] ?? { manager: null, due: null }}
            onChange={(answer) => {
              setError(undefined)
              setAnswers((all) => all.map((one, n) => (n === at ? answer : one)))
            }}
          />
        ))}
      </form>
    </Modal>
  )
}

function DeedForm({ deed, answer, onChange }: { readonly deed: NamedDeed; readonly answer: Answer; readonly onChange: (answer: Answer) => void }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const contextOf = useFieldContexts(remediation)
  const { what, where, cost } = useDeedText()(deed)
  const atOnce = deed.kind === 'LINK' || deed.kind === 'ACCEPT'
  return (
    <fieldset>
      <legend>{what}</legend>
      <p>
        {[where, deed.gain === 0 ? '' : format.signed(deed.gain), cost === '—' ? '' : cost].filter(Boolean).join(' · ')}
        {atOnce ? ` · ${words('deeds.at_once')}` : ''}
      </p>
      {asks(deed) ? (
        <>
          {deed.kind === 'IMPLEMENT' || !deed.owner ? (
            <RefInput
              help={undefined}
              error={undefined}
              required={false}
              disabled={false}
              onBlur={() => undefined}
              context={contextOf('manager')}
              label={words('deeds.owner')}
              value={answer.manager}
              onChange={(manager: Reference | null) => onChange({ ...answer, manager })}
            />
          ) : null}
          {deed.kind === 'IMPLEMENT' || !deed.target_date ? (
            <DateInput label={words('deeds.due')} required min={dayOf()} value={answer.due} onChange={(due) => onChange({ ...answer, due })} />
          ) : null}
        </>
      ) : null}
    </fieldset>
  )
}

function toPlan({ kind, about, perimeters, owner, target_date }: NamedDeed, answer: Answer | undefined): DeedToPlan {
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
