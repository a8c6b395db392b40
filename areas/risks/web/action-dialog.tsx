import { useState } from 'react'
import { useOfferedPlans } from '#areas/measures/web/index.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Risk } from './risk-api.ts'

/** An action that treats a risk: in a plan that is chosen, with what the risk says already, and linked to it. */
export function ActionDialog({ row, onClose }: { readonly row: Risk; readonly onClose: () => void }) {
  const t = useWords('risks')
  const kit = useWords('kit')
  const language = useLanguage()
  const [name, setName] = useState('')
  const [day, setDay] = useState<string | null>(row.target_date)
  const { options: plans, chosen, choose } = useOfferedPlans()
  const send = async () => {
    const { message } = await api.post<{ message?: string }>('/remediation', {
      [`name_${language}`]: name.trim(),
      program: Number(chosen),
      ...(row.perimeter ? { perimeter: row.perimeter.id } : row.tag ? { tag: row.tag.id } : {}),
      ...(row.manager ? { manager: row.manager.id } : row.group ? { group: row.group.id } : {}),
      ...(day === null ? {} : { target_date: day, status: 'PLANNED' }),
      ...(row.priority === null ? {} : { priority: row.priority }),
      source_object: { entity: 'risk', id: row.id },
    })
    return message ?? t('action.added')
  }
  return (
    <FormDialog title={t('action.add')} action={kit('actions.add')} complete={name.trim() !== '' && chosen !== null} send={send} onClose={onClose}>
      <p>{t('action.text')}</p>
      <TextInput label={t('action.name')} required data-autofocus maxLength={500} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Select label={t('action.plan')} required value={chosen} onChange={choose} options={plans} />
      <DateInput label={t('plan.due')} value={day} onChange={setDay} clearable />
    </FormDialog>
  )
}
