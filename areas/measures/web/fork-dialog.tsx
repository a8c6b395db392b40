import { useEffect, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { measure } from '#areas/measures/contract/measure.ts'
import { ref } from '#kit/contract/field.ts'
import type { proposeResponsible } from '#kit/contract/responsible-call.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RefInput } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { attempt, forkRun } from './measure-actions.ts'
import css from './measures.module.css'
import { proposedDue, useOfferedPlans } from './offered-plans.ts'
import type { Measure } from './presentation.tsx'

interface ForkDialogProps {
  readonly row: Measure
  /** Told once it is done, before it closes. */
  readonly onDone?: (() => void) | undefined
  readonly onClose: () => void
}

/** What «Implement the measure» asks. */
export interface ImplementAsked {
  readonly implemented_on: string
  readonly manager: number | null
}

const still = { help: undefined, error: undefined, required: false, disabled: false, onBlur: () => undefined }
/** Who is to work on the new action, as its own fields would say. */
const [anyone, anyGroup, anyAction] = [ref('member', { asks: 'remediation.write' }), ref('group', { asks: 'remediation.write' }), ref('remediation')]

/** One of the two fork dialogs: its frame, and sending with what was refused shown in place. */
function ForkFrame({
  row,
  title,
  verb,
  ready,
  body,
  send,
  unplans = false,
  onDone,
  onClose,
  children,
}: ForkDialogProps & {
  /** In place of the fork dialogs' call; answers what was refused in words. */
  readonly send?: (() => Promise<string | undefined>) | undefined
  /** The action that is made can go again without a trace: nothing was decided before. */
  readonly unplans?: boolean
  readonly title: string
  /** What its button says: the verb that opened it. */
  readonly verb: string
  readonly ready: boolean
  readonly body: () => object
  readonly children: ReactNode
}) {
  const kit = useWords('kit')
  const form = useId()
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const run = () =>
    attempt(
      () => forkRun({ id: row.solution?.id, perimeter_id: row.perimeter?.id, runtasks: [], indicators: [], runbook_id: -1, ...body() }),
      ({ object: { remediation_id: action } }) =>
        unplans && action !== undefined
          ? { label: kit('actions.undo'), run: () => void attempt(() => api.del<{ message?: string }>(`/remediation/${action}`)) }
          : undefined,
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    setSending(true)
    const refused = await (send ?? run)()
    setSending(false)
    setError(refused)
    if (refused !== undefined) return
    onDone?.()
    onClose()
  }
  return (
    <Modal
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!ready} loading={sending}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <p>
          {row.name} · {row.perimeter?.name}
        </p>
        {error ? (
          <Text as="p" apart tone="bad" role="alert">
            {error}
          </Text>
        ) : null}
        {children}
      </form>
    </Modal>
  )
}

/** What «Implement the measure» asks, as it is said. */
export interface ImplementValues {
  readonly since: string | null
  readonly manager: Reference | null
}

/** Since when a measure is in place, and who manages it; also where that is asked in another dialog. */
export function ImplementFields({ values: entered, onChange }: { readonly values: ImplementValues; readonly onChange: (said: ImplementValues) => void }) {
  const t = useWords('measures')
  const contextOf = useFieldContexts(measure)
  return (
    <>
      <DateInput label={t('fork.since')} required max={dayOf()} value={entered.since} onChange={(since) => onChange({ ...entered, since })} />
      <RefInput
        {...still}
        context={contextOf('manager')}
        label={t('entities.measure.fields.manager')}
        value={entered.manager}
        onChange={(manager: Reference | null) => onChange({ ...entered, manager })}
      />
    </>
  )
}

interface ImplementDialogProps extends ForkDialogProps {
  /** The day that is proposed; today unless said. */
  readonly day?: string | undefined
  /** Who is proposed where nobody manages it yet. */
  readonly person?: Reference | null
  /** Does it in place of the dialog's own call, where more than the measure hangs on it; answers what was refused in words. */
  readonly send?: (asked: ImplementAsked) => Promise<string | undefined>
  /** In place of its own verb, where another one opened it. */
  readonly verb?: string
  /** What is said below its fields. */
  readonly children?: ReactNode
}

const useManagerByDefault = (perimeter: number | undefined): Reference | null =>
  useQuery({
    queryKey: ['job_function', 'responsible', measure.name, perimeter],
    queryFn: async ({ signal }) =>
      (await api.call<typeof proposeResponsible>('GET /responsible', { query: { entity: measure.name, perimeter: perimeter ?? 0 }, signal })).object,
    staleTime: 60_000,
    enabled: perimeter !== undefined,
  }).data?.person ?? null

/** «Implement the measure»: since when, and who manages it. */
export function ImplementDialog({ row, verb, onClose, day = dayOf(), person = null, send, children }: ImplementDialogProps) {
  const t = useWords('measures')
  const [values, setValues] = useState<ImplementValues>({ since: day, manager: row.manager ?? person })
  const { since, manager } = values
  const [touched, setTouched] = useState(false)
  // Whoever is responsible there by default, unless somebody manages it already or was chosen meanwhile.
  const byDefault = useManagerByDefault(row.manager || person ? undefined : row.perimeter?.id)
  useEffect(() => {
    if (byDefault && !touched) setValues((before) => ({ ...before, manager: byDefault }))
  }, [byDefault, touched])
  const change = (said: ImplementValues) => {
    if (said.manager !== manager) setTouched(true)
    setValues(said)
  }
  return (
    <ForkFrame
      row={row}
      title={t('dialogs.implement')}
      verb={verb ?? t('verbs.implement')}
      ready={since !== null}
      body={() => ({ user: manager?.id ?? null, implemented_on: since })}
      send={send && since !== null ? () => send({ implemented_on: since, manager: manager?.id ?? null }) : undefined}
      onClose={onClose}
    >
      <ImplementFields values={values} onChange={change} />
      {children}
    </ForkFrame>
  )
}

/** «Add implementation action»: a new action in a plan, or one that exists already. */
export function PlanDialog({ row, onDone, onClose }: ForkDialogProps) {
  const t = useWords('measures')
  const contextOf = useFieldContexts(measure)
  const [kind, setKind] = useState<'new' | 'existing'>('new')
  const [who, setWho] = useState<{ user: Reference | null; group: Reference | null }>({ user: row.manager, group: null })
  const [action, setAction] = useState<Reference | null>(null)
  const [due, setDue] = useState<string | null>(proposedDue)
  const { options: plans, chosen, choose, pending } = useOfferedPlans()
  const ready = kind === 'new' ? chosen !== null && due !== null : action !== null
  const body = () =>
    kind === 'existing'
      ? { remediation_id: action?.id }
      : { program: Number(chosen), user: who.user?.id ?? null, group: who.group?.id ?? null, target_date: due }
  return (
    <ForkFrame
      row={row}
      title={t('dialogs.plan')}
      verb={t('verbs.plan')}
      ready={ready}
      body={body}
      unplans={kind === 'new' && row.situation === 'TO_HANDLE'}
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented
        label={t('dialogs.plan')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'new', label: t('fork.new_action') },
          { value: 'existing', label: t('fork.existing_action') },
        ]}
      />
      {kind === 'new' ? (
        <>
          <Select label={t('fork.program')} required value={chosen} onChange={choose} options={plans} loading={pending} />
          <>
            <RefInput
              {...still}
              context={{ ...contextOf('manager'), field: anyone }}
              label={t('entities.measure.fields.manager')}
              value={who.user}
              onChange={(user: Reference | null) => setWho({ user, group: null })}
            />
            <RefInput
              {...still}
              context={{ ...contextOf('manager'), field: anyGroup }}
              label={t('fork.group')}
              value={who.group}
              onChange={(group: Reference | null) => setWho({ user: null, group })}
            />
          </>
          <DateInput label={t('several.due')} required min={dayOf()} value={due} onChange={setDue} />
        </>
      ) : (
        <RefInput {...still} required context={{ ...contextOf('manager'), field: anyAction }} label={t('fork.action')} value={action} onChange={setAction} />
      )}
    </ForkFrame>
  )
}
