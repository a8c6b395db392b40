import { useId, useMemo, useState, type FormEvent } from 'react'
import { loadChooser } from '#areas/evidence/web/index.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { useSubmit } from '#kit/web/ui/use-submit.ts'

const Chooser = lazy(async () => ({ default: (await loadChooser()).ChooseEvidence }))

interface ChooseEvidenceProps {
  readonly shown: readonly Reference[]
  readonly onSave: (ids: readonly number[]) => Promise<void>
  readonly onClose: () => void
}

/** Evidence that is there already, several at once. */
export function ChooseEvidence({ shown, onSave, onClose }: ChooseEvidenceProps) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const form = useId()
  const [ids, setIds] = useState<readonly number[]>([])
  const known = useMemo(() => new Set(shown.map(({ id }) => id)), [shown])
  const [send, sending] = useSubmit(() => onSave(ids))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ids.length > 0) send()
  }
  return (
    <Modal
      title={t('panel.choose_evidence')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={ids.length === 0} loading={sending}>
            {kit('actions.add')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Chooser focused label={t('entities.remediation.fields.evidences')} help={t('panel.recent_first')} without={known} value={ids} onChange={setIds} />
      </form>
    </Modal>
  )
}
