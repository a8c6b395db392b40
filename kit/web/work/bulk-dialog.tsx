import { useId, useState } from 'react'
import type { ComponentType, FormEvent } from 'react'
import type { RowBase } from '#kit/contract/entity.ts'
import type { Reference } from '#kit/contract/field.ts'
import { neededBetween, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds, RefInput } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { BulkRefusals } from '#kit/web/resource/bulk-refusals.tsx'
import { fieldOf, useFieldContexts, valueOf } from '#kit/web/resource/entity-columns.tsx'
import { wireValue } from '#kit/web/resource/form-values.ts'
import { useBulkWrite, type BulkChange } from '#kit/web/resource/use-bulk-write.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { WorkField } from './work-field.tsx'
import { isMissing, statusOf } from './transition.ts'
import { bulkTitle } from './work-words.ts'
import css from './work.module.css'

export interface BulkFormProps<R = RowBase> {
  readonly work: WorkItem
  readonly rows: readonly R[]
  /** Null while something is still to be said. */
  readonly onChange: (change: BulkChange | null) => void
  /** Asked of all rows for a status, beside what is declared. */
  readonly needs?: ((rows: readonly R[], to: string) => readonly string[]) | undefined
}

export interface BulkDialogProps<R extends RowBase> {
  readonly work: WorkItem
  /** `status`, `assign`, or one of `forms`. */
  readonly kind: string
  readonly rows: readonly R[]
  readonly forms?: Readonly<Record<string, ComponentType<BulkFormProps<R>>>> | undefined
  readonly needs?: BulkFormProps<R>['needs']
  /** Selects these alone. */
  readonly keep: (rows: readonly R[]) => void
  readonly onClose: () => void
}

/** The same change for all selected rows, all or none, with one undo; those that refuse are named, and the others may go without them. */
export function BulkDialog<R extends RowBase>({ work, kind, rows: selected, forms, needs, keep, onClose }: BulkDialogProps<R>) {
  const kit = useWords('kit')
  const form = useId()
  const [change, setChange] = useState<BulkChange | null>(null)
  const bulk = useBulkWrite({
    entity: work.entity,
    rows: selected,
    onWritten: (rest: readonly R[]) => {
      if (rest.length > 0) keep(rest)
      else onClose()
    },
  })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (change) void bulk.write(change)
  }
  const Form: ComponentType<BulkFormProps<R>> | undefined = forms?.[kind] ?? (kind === 'status' ? StatusForm : AssignForm)
  return (
    <Modal
      title={bulkTitle(work, kind, bulk.rows.length)}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!change} loading={bulk.sending}>
            {kit('actions.apply')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={apply}>
        <BulkRefusals entity={work.entity} bulk={bulk} />
        <Form work={work} rows={bulk.rows} onChange={setChange} needs={needs} />
      </form>
    </Modal>
  )
}

interface Given {
  readonly status: string | null
  readonly values: Readonly<Record<string, unknown>>
}

function StatusForm<R extends RowBase>({ work, rows, onChange, needs }: BulkFormProps<R>) {
  const { entity, status, reason } = work
  const kit = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const [given, setGiven] = useState<Given>({ status: null, values: {} })
  const askedFor = (to: string | null) => {
    if (to === null) return { all: [], empty: [] }
    const needed = rows.map((row) => ({ row, ...neededBetween(work, statusOf(work, row), to) }))
    const why = reason !== undefined && needed.some((one) => one.reason !== undefined) ? [reason] : []
    // Only those without a value are given one: the others keep theirs.
    const empty = needed.flatMap(({ row, fields }) => Object.keys(fields).filter((name) => isMissing(valueOf(row, name))))
    return { all: [...(needs?.(rows, to) ?? []), ...why], empty: [...new Set(empty)] }
  }
  const asked = askedFor(given.status)
  const set = (next: Given) => {
    setGiven(next)
    const { all, empty } = askedFor(next.status)
    const sent = (names: readonly string[]) =>
      Object.fromEntries(
        names.map((name) => {
          const value = wireValue(next.values[name], fieldOf(entity, name))
          return [name, typeof value === 'string' ? value.trim() : value]
        }),
      )
    const [changes, where_empty] = [sent(all), sent(empty)]
    const missing = next.status === null || Object.values({ ...changes, ...where_empty }).some(isMissing)
    onChange(missing ? null : { changes: { [status]: next.status, ...changes }, ...(empty.length > 0 && { where_empty }) })
  }
  const field = (name: string, label: string) => (
    <WorkField
      key={name}
      context={contextOf(name)}
      label={label}
      value={given.values[name] ?? kinds[fieldOf(entity, name).kind].blank}
      onChange={(value) => set({ ...given, values: { ...given.values, [name]: value } })}
    />
  )
  return (
    <>
      <Select
        label={kit('work.new_status')}
        required
        value={given.status}
        onChange={(value) => set({ ...given, status: value })}
        options={statesOf(work).map((value) => ({ value, label: contextOf(status).words.choice(status, value) }))}
      />
      {asked.all.map((name) => field(name, contextOf(name).words.field(name)))}
      {asked.empty.map((name) => field(name, kit('work.where_none', { field: contextOf(name).words.field(name) })))}
    </>
  )
}

const still = { help: undefined, error: undefined, required: false, disabled: false, onBlur: () => undefined }

/** A person or a group for all of them: naming one releases the other. */
function AssignForm({ work: { entity, responsible }, onChange }: Pick<BulkFormProps, 'work' | 'onChange'>) {
  const contextOf = useFieldContexts(entity)
  const [chosen, setChosen] = useState<Readonly<Record<string, Reference | null>>>({})
  if (!responsible) return null
  const names = [responsible.person, ...(responsible.group ? [responsible.group] : [])]
  const set = (name: string) => (value: Reference | null) => {
    setChosen({ [name]: value })
    onChange({ changes: { ...Object.fromEntries(names.map((other) => [other, null])), [name]: value?.id ?? null } })
  }
  return names.map((name) => (
    <RefInput key={name} {...still} context={contextOf(name)} label={contextOf(name).words.field(name)} value={chosen[name] ?? null} onChange={set(name)} />
  ))
}
