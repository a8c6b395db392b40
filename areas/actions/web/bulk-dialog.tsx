import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { needsReason, needsTargetDate, remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { forget } from '#kit/web/api/queries.ts'
import { say, useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './actions.module.css'
import type { Action } from './presentation.tsx'
import type { Changes } from './transition.ts'

export type BulkKind = 'status' | 'assign' | 'labels'

interface BulkDialogProps {
  readonly kind: BulkKind
  readonly rows: readonly Action[]
  readonly clear: () => void
  readonly onClose: () => void
}

async function undo(ticket: string): Promise<void> {
  try {
    await api.post('/remediation/bulk/undo', { undo: ticket })
    toast.success(say('kit.table.undone'))
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await forget('remediation', 'program', 'measure')
  }
}

/** The same change for all selected actions, all or none, with one undo. */
export function BulkDialog({ kind, rows, clear, onClose }: BulkDialogProps) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const form = useId()
  const [changes, setChanges] = useState<Changes | null>(null)
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)

  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (!changes) return
    setSending(true)
    try {
      const { object, message = '' } = await api.put<ObjectAnswer<{ undo: string }>>('/remediation/bulk', {
        rows: rows.map(({ id, version }) => ({ id, version })),
        changes,
      })
      toast.success(message, { action: { label: kit('actions.undo'), run: () => void undo(object.undo) } })
      clear()
      onClose()
    } catch (reason) {
      setError(reason instanceof ApiError ? refusalOf(reason, rows) : failureText(reason))
      setSending(false)
    } finally {
      await forget('remediation', 'program', 'measure')
    }
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
          <Button type="submit" form={form} variant="primary" disabled={!changes} loading={sending}>
            {kit('actions.apply')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void apply(event)}>
        {error ? (
          <p className={css.error} role="alert">
            {error}
          </p>
        ) : null}
        <Form rows={rows} onChange={setChanges} />
      </form>
    </Modal>
  )
}

/** Names the actions that refuse, since none was changed. */
function refusalOf(error: ApiError, rows: readonly Action[]): string {
  const named = Object.entries(error.errors).map(([path, messages]) => {
    const row = rows.find(({ id }) => path === `rows.${id}`)
    return row ? `${row.identifier} ${messages.join('. ')}` : messages.join('. ')
  })
  return [error.message, ...named.slice(0, 5)].join(' · ')
}

interface FormProps {
  readonly rows: readonly Action[]
  /** Null while something is still to be said. */
  readonly onChange: (changes: Changes | null) => void
}

function StatusForm({ rows, onChange }: FormProps) {
  const t = useWords('actions')
  const [given, setGiven] = useState<{ status: RemediationStatus | null; status_reason: string; target_date: string | null }>({
    status: null,
    status_reason: '',
    target_date: null,
  })
  const { status } = given
  const reason = status !== null && needsReason(status)
  const dated = status !== null && needsTargetDate(status) && rows.some((row) => !row.target_date)
  const set = (more: Partial<typeof given>) => {
    const next = { ...given, ...more }
    setGiven(next)
    const missing = next.status === null || (needsReason(next.status) && !next.status_reason.trim())
    onChange(
      missing
        ? null
        : {
            status: next.status,
            ...(next.status && needsReason(next.status) ? { status_reason: next.status_reason.trim() } : {}),
            ...(next.target_date ? { target_date: next.target_date } : {}),
          },
    )
  }
  return (
    <>
      <Select
        label={t('dialogs.new_status')}
        required
        value={status}
        onChange={(value) => set({ status: value as RemediationStatus | null })}
        options={remediationStatuses.map((value) => ({ value, label: t(`entities.remediation.choices.status.${value}`) }))}
      />
      {reason ? (
        <TextArea
          label={t('entities.remediation.fields.status_reason')}
          required
          maxLength={2000}
          value={given.status_reason}
          onChange={(event) => set({ status_reason: event.target.value })}
        />
      ) : null}
      {dated ? (
        <DateInput
          label={t('entities.remediation.fields.target_date')}
          value={given.target_date}
          onChange={(target_date) => set({ target_date })}
        />
      ) : null}
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
    onChange({ manager: null, group: null, [name]: value?.id ?? null })
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
        onChange({ labels: labels.map((label) => label.id) })
      }}
    />
  )
}
