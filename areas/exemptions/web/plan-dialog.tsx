import { useState } from 'react'
import type { planForExemptions } from '#areas/exemptions/contract/exemption-debt.ts'
import type { DebtItem, DebtOfPerimeter } from '#areas/exemptions/contract/exemption-debt.ts'
import { useOfferedPlans } from '#areas/measures/web/index.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'

interface PlanDialogProps {
  readonly perimeter: DebtOfPerimeter
  readonly items: readonly DebtItem[]
  readonly onClose: (done: boolean) => void
}

/** One action that makes several exemptions superfluous: planned in their perimeter and linked to each of them. */
export function PlanDialog({ perimeter, items, onClose }: PlanDialogProps) {
  const t = useWords('exemptions')
  const [name, setName] = useState(items.length === 1 ? (items[0]?.name ?? '') : '')
  const { options: plans, chosen, choose, pending } = useOfferedPlans()
  const send = async () => {
    const body = { name: name.trim(), program: Number(chosen), perimeter: perimeter.id, exemptions: items.map(({ id }) => id) }
    return (await api.call<typeof planForExemptions>('POST /exemption/plan', { body })).message
  }
  const complete = name.trim() !== '' && chosen !== null
  return (
    <FormDialog
      title={t('debt.plan_title', { count: items.length })}
      action={t('debt.plan')}
      complete={complete}
      send={send}
      onClose={() => onClose(false)}
      onDone={() => onClose(true)}
    >
      <p>{t('debt.plan_text')}</p>
      <TextInput label={t('debt.plan_name')} required maxLength={500} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Select label={t('debt.plan_program')} required value={chosen} onChange={choose} options={plans} loading={pending} />
    </FormDialog>
  )
}
