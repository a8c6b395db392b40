import { useId, useState, type FormEvent } from 'react'
import { measure } from '#areas/measures/contract/measure.ts'
import type { decideSeveral, SeveralChoice, undoSeveral } from '#areas/measures/contract/several.ts'
import { attempt } from '#areas/measures/web/measure-actions.ts'
import css from '#areas/measures/web/measures.module.css'
import { proposedDue, useOfferedPlans } from '#areas/measures/web/offered-plans.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { ScorePreview } from '#areas/policies/web/index.ts'
import { ref, type Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RefInput } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'

interface SeveralProps {
  readonly choice: SeveralChoice
  readonly rows: readonly Measure[]
  /** Told once it is decided. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Who is to work on the new actions. */
const anyone = ref('member', { asks: 'remediation.write' })
const still = { help: undefined, error: undefined, required: false, disabled: false, onBlur: () => undefined }
const become = { IMPLEMENT: 'IMPLEMENTED', DISCARD: 'DISCARDED' } as const
/** So many perimeters are named; of more it is said how many. */
const namedAtMost = 5

/** One decision about several measures: what it does, what the scores become, and what it asks for. */
export function SeveralDialog({ choice, rows, onDone, onClose }: SeveralProps) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const contextOf = useFieldContexts(measure)
  const form = useId()
  // What is decided about stays what was selected, whatever is read anew meanwhile.
  const [selected] = useState(rows)
  const [justification, setJustification] = useState('')
  const [manager, setManager] = useState<Reference | null>(null)
  const [due, setDue] = useState<string | null>(proposedDue)
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const { options: plans, chosen, choose, pending } = useOfferedPlans(choice === 'PLAN')
  const ready = choice === 'IMPLEMENT' || (choice === 'DISCARD' ? justification.trim() !== '' : chosen !== null && due !== null)
  const places = [...new Set(selected.map(({ perimeter }) => perimeter?.name ?? ''))]
  const names = [...places.slice(0, namedAtMost), ...(places.length > namedAtMost ? [kit('more', { count: places.length - namedAtMost })] : [])].join(', ')
  const planned = selected.filter(({ decision }) => decision === 'PLANNED').length
  const count = selected.length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || sending) return
    setSending(true)
    const body = {
      choice,
      measures: selected.map(({ id, version }) => ({ id, version })),
      ...(choice === 'DISCARD' && { justification: justification.trim() }),
      ...(choice === 'PLAN' && { plan: { program: Number(chosen), manager: manager?.id ?? null, target_date: due } }),
    }
    const refused = await attempt(
      () => api.call<typeof decideSeveral>('POST /measure/decide', { body }),
      ({ object: { measures, actions } }) => {
        // Without its action a measure is to be handled, whatever had been decided before.
        if (choice === 'PLAN' && selected.some(({ situation }) => situation !== 'TO_HANDLE')) return undefined
        const back = choice === 'PLAN' ? { measures: [], actions } : { measures, actions: [] }
        return {
          label: kit('actions.undo'),
          run: () => void attempt(() => api.call<typeof undoSeveral>('POST /measure/decide/undo', { body: back })).then((why) => why && toast.error(why)),
        }
      },
    )
    setSending(false)
    setError(refused)
    if (refused !== undefined) return
    onDone()
    onClose()
  }
  return (
    <Modal
      title={t(`several.title.${choice}`, { count })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!ready} loading={sending} {...(choice === 'IMPLEMENT' && { 'data-autofocus': true })}>
            {t(`several.do.${choice}`)}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {error ? (
          <Text as="p" apart tone="bad" role="alert">
            {error}
          </Text>
        ) : null}
        <p>{t(`several.text.${choice}`, { count, perimeters: places.length, names })}</p>
        {planned > 0 && choice !== 'PLAN' ? <p>{t('several.planned', { count: planned })}</p> : null}
        {choice === 'DISCARD' ? (
          <TextArea
            label={t('fork.justification')}
            required
            maxLength={4000}
            data-autofocus
            value={justification}
            onChange={(event) => setJustification(event.target.value)}
          />
        ) : null}
        {choice === 'PLAN' ? (
          <>
            <Select label={t('fork.program')} required value={chosen} onChange={choose} options={plans} loading={pending} />
            <RefInput {...still} context={{ ...contextOf('manager'), field: anyone }} label={t('several.owner')} value={manager} onChange={setManager} />
            <DateInput label={t('several.due')} required min={dayOf()} value={due} onChange={setDue} />
          </>
        ) : (
          <ScorePreview
            steady
            changes={selected.flatMap(({ perimeter, solution }) =>
              perimeter && solution ? [{ kind: 'MEASURE' as const, perimeter: perimeter.id, solution: solution.id, to: become[choice] }] : [],
            )}
          />
        )}
      </form>
    </Modal>
  )
}
