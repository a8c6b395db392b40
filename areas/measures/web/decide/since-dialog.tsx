import { useId, useState, type FormEvent } from 'react'
import type { implementMeasure } from '#areas/measures/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { attempt } from '#areas/measures/web/measure-actions.ts'
import css from '#areas/measures/web/measures.module.css'
import type { Measure } from '#areas/measures/web/presentation.tsx'

/** Since when a measure is in place: a decision by one press takes today. */
export function SinceDialog({ row, onClose }: { readonly row: Measure; readonly onClose: () => void }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const form = useId()
  const [since, setSince] = useState<string | null>(row.implemented_on)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (since === null) return
    const refused = await attempt(() =>
      api.call<typeof implementMeasure>('POST /measure/{id}/implement', { params: { id: row.id }, body: { implemented_on: since, version: row.version } }),
    )
    setError(refused)
    if (refused === undefined) onClose()
  }
  return (
    <Modal
      title={t('decide.since')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={since === null}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <DateInput label={t('decide.since')} required max={dayOf()} error={error} value={since} onChange={setSince} />
      </form>
    </Modal>
  )
}
