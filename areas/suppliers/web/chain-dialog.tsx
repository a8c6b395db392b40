import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Supplier } from './presentation.tsx'
import css from './suppliers.module.css'
import { useRows } from './use-rows.ts'

interface Entry {
  readonly key: number
  readonly id?: number
  readonly supplier: string | null
  readonly name: string
  readonly service: string | null
  readonly task: string
}

const begun = (row: Supplier): Entry[] =>
  row.subcontractors.map((one, key) => ({
    key,
    id: one.id,
    supplier: one.supplier ? String(one.supplier.id) : null,
    name: one.supplier?.name ?? '',
    service: one.service ? String(one.service.id) : null,
    task: one.task ?? '',
  }))

/** Who works for a supplier, for which of its services, and what they do. */
export function ChainDialog({ row, onClose }: { readonly row: Supplier; readonly onClose: () => void }) {
  const t = useWords('suppliers')
  const kit = useWords('kit')
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    row.subcontractors.length > 0 ? begun(row) : [{ key: 0, supplier: null, name: '', service: null, task: '' }],
  )
  const { data: services } = useRows(supplierService, [{ name: 'supplier', selected_options: [row.id] }], 'name')
  const change = (key: number, changes: Partial<Entry>) => setEntries((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const send = async () =>
    (
      await saveRow<Supplier>(`/${supplier.name}/${row.id}`, row, {
        subcontractors: entries
          .filter((one) => one.supplier !== null)
          .map(({ id, supplier: works, service, task }) => ({
            ...(id !== undefined && { id }),
            supplier: Number(works),
            service: service === null ? null : Number(service),
            task: task.trim() || null,
          })),
      })
    ).message
  return (
    <FormDialog title={t('chain.edit')} size="lg" action={kit('actions.save')} send={send} onClose={onClose}>
      {entries.map((entry) => (
        <Grid key={entry.key} as="fieldset" align="end" gap={8} below={12} className={css.entry}>
          <legend className={css.soft}>{entry.name || t('chain.supplier')}</legend>
          <SupplierSelect row={row} entry={entry} onChange={(value, name) => change(entry.key, { supplier: value, name })} />
          <Select
            label={t('chain.service')}
            options={(services?.objects ?? []).map((one) => ({ value: String(one.id), label: one.name ?? '' }))}
            value={entry.service}
            onChange={(service) => change(entry.key, { service })}
          />
          <TextInput label={t('chain.task')} maxLength={255} value={entry.task} onChange={(event) => change(entry.key, { task: event.target.value })} />
          <IconButton label={`${t('children.remove')} ${entry.name}`} onClick={() => setEntries((before) => before.filter(({ key }) => key !== entry.key))}>
            <X size={14} aria-hidden />
          </IconButton>
        </Grid>
      ))}
      <Button
        icon={<Plus size={14} aria-hidden />}
        onClick={() =>
          setEntries((before) => [...before, { key: Math.max(-1, ...before.map(({ key }) => key)) + 1, supplier: null, name: '', service: null, task: '' }])
        }
      >
        {t('chain.add')}
      </Button>
    </FormDialog>
  )
}

function SupplierSelect({
  row,
  entry,
  onChange,
}: {
  readonly row: Supplier
  readonly entry: Entry
  readonly onChange: (value: string | null, name: string) => void
}) {
  const t = useWords('suppliers')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('supplier', text, true)
  const offered = options.filter(({ id }) => id !== row.id)
  const own = entry.supplier !== null && !offered.some(({ id }) => String(id) === entry.supplier) ? [namedOption(Number(entry.supplier), entry.name)] : []
  return (
    <Select
      label={t('chain.supplier')}
      options={[...own, ...offered.map((one) => namedOption(one.id, one.name))]}
      value={entry.supplier}
      onChange={(value) => onChange(value, offered.find(({ id }) => String(id) === value)?.name ?? '')}
      onSearch={setText}
      more={more}
      loading={busy}
      failed={failed}
    />
  )
}
