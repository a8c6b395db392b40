import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { planForExemptions } from '#areas/registers/contract/exemption-debt.ts'
import type { DebtItem, DebtOfPerimeter } from '#areas/registers/contract/exemption-debt.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import css from './exemption-dialog.module.css'

interface PlanDialogProps {
  readonly perimeter: DebtOfPerimeter
  readonly items: readonly DebtItem[]
  readonly onClose: (done: boolean) => void
}

/** One action that makes several exemptions superfluous: planned in their perimeter and linked to each of them. */
export function PlanDialog({ perimeter, items, onClose }: PlanDialogProps) {
  const t = useWords('registers')
  const kit = useWords('kit')
  const form = useId()
  const [name, setName] = useState(items.length === 1 ? (items[0]?.name ?? '') : '')
  const [program, setProgram] = useState<string | null>()
  const [failure, setFailure] = useState<string>()
  const { data: plans } = useQuery({
    queryKey: ['program', 'offered'],
    queryFn: ({ signal }) => api.get<ListAnswer<Reference>>('/remediation/programs?limit=200', { signal }),
    select: ({ objects }) => objects,
    staleTime: 60_000,
  })
  const chosen = program === undefined ? (plans?.[0] ? String(plans[0].id) : null) : program
  const [submit, busy] = useSubmit(async () => {
    setFailure(undefined)
    try {
      const body = { name: name.trim(), program: Number(chosen), perimeter: perimeter.id, exemptions: items.map(({ id }) => id) }
      const { message = '' } = await api.call<typeof planForExemptions>('POST /exemption/plan', { body })
      toast.success(message)
      onClose(true)
    } catch (reason) {
      setFailure(reason instanceof ApiError ? [...new Set(Object.values(reason.errors).flat())].join('. ') || reason.message : failureText(reason))
    } finally {
      await renewed()
    }
  })
  const complete = name.trim() !== '' && chosen !== null
  return (
    <Modal
      title={t('debt.plan_title', { count: items.length })}
      size="sm"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!complete} loading={busy}>
            {t('debt.plan')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={css.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (complete) submit()
        }}
      >
        {failure ? (
          <p className={css.error} role="alert">
            {failure}
          </p>
        ) : null}
        <p className={css.text}>{t('debt.plan_text')}</p>
        <TextInput label={t('debt.plan_name')} required maxLength={500} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Select
          label={t('debt.plan_program')}
          required
          value={chosen}
          onChange={setProgram}
          options={(plans ?? []).map((plan) => ({ value: String(plan.id), label: plan.name ?? '' }))}
        />
      </form>
    </Modal>
  )
}
