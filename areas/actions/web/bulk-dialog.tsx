import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { needsReason, needsTargetDate, remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { defectOutcomes, remediation } from '#areas/actions/contract/remediation.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { BulkRefusals } from '#kit/web/resource/bulk-refusals.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { useBulkWrite, type BulkChange } from '#kit/web/resource/use-bulk-write.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import css from './actions.module.css'
import type { Action } from './presentation.tsx'

export type BulkKind = 'status' | 'assign' | 'labels'

interface BulkDialogProps {
  readonly kind: BulkKind
  readonly rows: readonly Action[]
  /** Selects these alone. */
  readonly keep: (rows: readonly Action[]) => void
  readonly onClose: () => void
}

/** The same change for all selected actions, all or none, with one undo; those that refuse are named, and the others may go without them. */
export function BulkDialog({ kind, rows: selected, keep, onClose }: BulkDialogProps) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const form = useId()
  const [change, setChange] = useState<BulkChange | null>(null)
  const bulk = useBulkWrite({
    entity: remediation,
    rows: selected,
    onWritten: (rest: readonly Action[]) => {
      keep(rest)
      if (rest.length === 0) onClose()
    },
  })
  const { rows } = bulk
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (change) void bulk.write(change)
  }

  const Form = { status: StatusForm, assign: AssignForm, labels: LabelsForm }[kind]
  return (
    <Modal
      title={t(`dialogs.bulk_${kind}`, { count: rows.length })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!change} loading={bulk.sending}>
            {kit('actions.apply')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={apply}>
        <BulkRefusals entity={remediation} bulk={bulk} />
        <Form rows={rows} onChange={setChange} />
      </form>
    </Modal>
  )
}

interface FormProps {
  readonly rows: readonly Action[]
  /** Null while something is still to be said. */
  readonly onChange: (change: BulkChange | null) => void
}

interface Given {
  readonly status: RemediationStatus | null
  readonly status_reason: string
  readonly target_date: string | null
  readonly defect: string | null
}

function StatusForm({ rows, onChange }: FormProps) {
  const t = useWords('actions')
  const [given, setGiven] = useState<Given>({ status: null, status_reason: '', target_date: null, defect: null })
  const needs = ({ status }: Given) => ({
    reason: status !== null && needsReason(status),
    // Only those without a date are given one: the others keep theirs.
    date: status !== null && needsTargetDate(status) && rows.some((row) => !row.target_date),
    defect: status === 'CANCELLED' && rows.every((row) => row.type === 'UPGRADE'),
  })
  const asked = needs(given)
  const set = (more: Partial<Given>) => {
    const next = { ...given, ...more }
    setGiven(next)
    const { reason, date, defect } = needs(next)
    const missing = next.status === null || (reason && !next.status_reason.trim()) || (date && !next.target_date) || (defect && !next.defect)
    onChange(
      missing
        ? null
        : {
            changes: { status: next.status, ...(reason && { status_reason: next.status_reason.trim() }), ...(defect && { defect: next.defect }) },
            ...(date && { where_empty: { target_date: next.target_date } }),
          },
    )
  }
  return (
    <>
      <Select
        label={t('dialogs.new_status')}
        required
        value={given.status}
        onChange={(value) => set({ status: value as RemediationStatus | null })}
        options={remediationStatuses.map((value) => ({ value, label: t(`entities.remediation.choices.status.${value}`) }))}
      />
      {asked.defect ? (
        <Select
          label={t('entities.remediation.fields.defect')}
          required
          value={given.defect}
          onChange={(defect) => set({ defect })}
          options={defectOutcomes.map((value) => ({ value, label: t(`entities.remediation.choices.defect.${value}`) }))}
        />
      ) : null}
      {asked.reason ? (
        <TextArea
          label={t('entities.remediation.fields.status_reason')}
          required
          maxLength={2000}
          value={given.status_reason}
          onChange={(event) => set({ status_reason: event.target.value })}
        />
      ) : null}
      {asked.date ? <DateInput label={t('dialogs.target_where_none')} value={given.target_date} onChange={(target_date) => set({ target_date })} /> : null}
    </>
  )
}

const [RefInput, LinksInput] = [kinds.ref.Input, kinds.links.Input]
const still = { help: undefined, error: undefined, required: false, disabled: false, onBlur: () => undefined }

function AssignForm({ onChange }: FormProps) {
  const contextOf = useFieldContexts(remediation)
  const [chosen, setChosen] = useState<{ manager: Reference | null; group: Reference | null }>({ manager: null, group: null })
  const set = (name: 'manager' | 'group') => (value: Reference | null) => {
    setChosen({ manager: null, group: null, [name]: value })
    onChange({ changes: { manager: null, group: null, [name]: value?.id ?? null } })
  }
  if (!RefInput) return null
  return (['manager', 'group'] as const).map((name) => (
    <RefInput
      key={name}
      {...still}
      context={contextOf(name)}
      label={contextOf(name).words.field(name)}
      value={chosen[name] as never}
      onChange={set(name) as never}
    />
  ))
}

function LabelsForm({ onChange }: FormProps) {
  const t = useWords('actions')
  const contextOf = useFieldContexts(remediation)
  const [chosen, setChosen] = useState<readonly Reference[]>([])
  if (!LinksInput) return null
  return (
    <LinksInput
      {...still}
      help={t('dialogs.labels_replace')}
      context={contextOf('labels')}
      label={contextOf('labels').words.field('labels')}
      value={chosen as never}
      onChange={(labels: readonly Reference[]) => {
        setChosen(labels)
        onChange({ changes: { labels: labels.map((label) => label.id) } })
      }}
    />
  )
}
