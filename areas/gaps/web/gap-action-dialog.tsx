import { useState } from 'react'
import type { gap } from '#areas/gaps/contract/gap.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useOfferedPlans } from '#areas/measures/web/index.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'

/** An action that mends a gap: in a plan that is chosen, with what the gap says already, and linked to it. */
export function GapActionDialog({ row, onClose }: { readonly row: RowOf<typeof gap>; readonly onClose: () => void }) {
  const t = useWords('gaps')
  const kit = useWords('kit')
  const language = useLanguage()
  const [name, setName] = useState(row.name ?? '')
  const [day, setDay] = useState<string | null>(row.target_date)
  const { options: plans, chosen, choose, pending } = useOfferedPlans()
  const complete = name.trim() !== '' && chosen !== null
  const send = async () => {
    const { message } = await api.post<{ message?: string }>('/remediation', {
      [`name_${language}`]: name.trim(),
      program: Number(chosen),
      ...(row.perimeter ? { perimeter: row.perimeter.id } : row.tag ? { tag: row.tag.id } : {}),
      ...(row.manager ? { manager: row.manager.id } : row.group ? { group: row.group.id } : {}),
      ...(day === null ? {} : { target_date: day, status: 'PLANNED' }),
      priority: row.severity,
      source_object: { entity: 'gap', id: row.id },
    })
    return message ?? t('gap.action_added')
  }
  return (
    <FormDialog title={t('gap.add_action')} action={kit('actions.add')} complete={complete} send={send} onClose={onClose}>
      <p>{t('gap.action_text')}</p>
      <TextInput label={t('gap.action_name')} required data-autofocus maxLength={500} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Select label={t('gap.action_plan')} required value={chosen} onChange={choose} options={plans} loading={pending} />
      <DateInput label={t('entities.gap.fields.target_date')} value={day} onChange={setDay} clearable />
    </FormDialog>
  )
}
