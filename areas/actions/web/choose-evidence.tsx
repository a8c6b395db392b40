import { useId, useMemo, useState, type FormEvent } from 'react'
import { evidence } from '#areas/evidence/contract/evidence.ts'
import type { Reference } from '#kit/contract/field.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { MultiSelect } from '#kit/web/ui/multi-select.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import forms from './actions.module.css'

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
  const [text, setText] = useState('')
  const [ids, setIds] = useState<readonly string[]>([])
  const { options, more, busy, failed } = useOptions(evidence.name, text, true)
  const offered = useMemo(() => {
    const known = new Set(shown.map(({ id }) => id))
    return options.filter(({ id }) => !known.has(id)).map(({ id, identifier, name }) => namedOption(id, identifier ? `${identifier} ${name}` : name))
  }, [options, shown])
  const [send, sending] = useSubmit(() => onSave(ids.map(Number)))
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
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={ids.length === 0} loading={sending}>
            {kit('actions.add')}
          </Button>
        </>
      }
    >
      <form id={form} className={forms.form} noValidate onSubmit={submit}>
        <MultiSelect
          label={t('entities.remediation.fields.evidences')}
          data-autofocus
          options={offered}
          onSearch={setText}
          more={more}
          loading={busy}
          failed={failed}
          value={[...ids]}
          onChange={setIds}
        />
      </form>
    </Modal>
  )
}
