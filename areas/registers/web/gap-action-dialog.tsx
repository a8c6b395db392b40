import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { gap } from '#areas/registers/contract/gap.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import css from './exemption-dialog.module.css'

/** An action that mends a gap: in a plan that is chosen, with what the gap says already, and linked to it. */
export function GapActionDialog({ row, onClose }: { readonly row: RowOf<typeof gap>; readonly onClose: () => void }) {
  const t = useWords('registers')
  const kit = useWords('kit')
  const language = useLanguage()
  const form = useId()
  const [name, setName] = useState(row.name ?? '')
  const [program, setProgram] = useState<string | null>()
  const [day, setDay] = useState<string | null>(row.target_date)
  const [failure, setFailure] = useState<string>()
  const { data: plans } = useQuery({
    queryKey: ['program', 'offered'],
    queryFn: ({ signal }) => api.get<ListAnswer<Reference>>('/remediation/programs?limit=200', { signal }),
    select: ({ objects }) => objects,
    staleTime: 60_000,
  })
  const chosen = program === undefined ? (plans?.[0] ? String(plans[0].id) : null) : program
  const complete = name.trim() !== '' && chosen !== null
  const [submit, busy] = useSubmit(async () => {
    setFailure(undefined)
    try {
      const { message } = await api.post<{ message?: string }>('/remediation', {
        [`name_${language}`]: name.trim(),
        program: Number(chosen),
        ...(row.perimeter ? { perimeter: row.perimeter.id } : row.tag ? { tag: row.tag.id } : {}),
        ...(row.manager ? { manager: row.manager.id } : row.group ? { group: row.group.id } : {}),
        ...(day === null ? {} : { target_date: day, status: 'PLANNED' }),
        priority: row.severity,
        source_object: { entity: 'gap', id: row.id },
      })
      toast.success(message ?? t('gap.action_added'))
      onClose()
    } catch (reason) {
      setFailure(reason instanceof ApiError ? [...new Set(Object.values(reason.errors).flat())].join('. ') || reason.message : failureText(reason))
    } finally {
      await renewed()
    }
  })
  return (
    <Modal
      title={t('gap.add_action')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!complete} loading={busy}>
            {kit('actions.add')}
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
        <p className={css.text}>{t('gap.action_text')}</p>
        <TextInput label={t('debt.plan_name')} required data-autofocus maxLength={500} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Select
          label={t('debt.plan_program')}
          required
          value={chosen}
          onChange={setProgram}
          options={(plans ?? []).map((plan) => ({ value: String(plan.id), label: plan.name ?? '' }))}
        />
        <DateInput label={t('entities.gap.fields.target_date')} value={day} onChange={setDay} clearable />
      </form>
    </Modal>
  )
}
