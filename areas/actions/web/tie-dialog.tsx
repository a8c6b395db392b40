import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { forkRun } from '#areas/actions/contract/calls.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { ref, type Reference } from '#kit/contract/field.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RefInput } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Action } from './presentation.tsx'

const model = ref('solution')
const still = { help: undefined, required: true, disabled: false, onBlur: () => undefined }

/** Ties an action that came in without one to the measure that it concerns, or to the one that it is to put in place by its model (ACT-29). */
export function TieDialog({ row, onClose }: { readonly row: Action; readonly onClose: () => void }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const contextOf = useFieldContexts(remediation)
  const form = useId()
  const [by, setBy] = useState<'measure' | 'model'>('measure')
  const [chosen, setChosen] = useState<Reference | null>(null)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const placeless = by === 'model' && !row.perimeter

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return
    setSaving(true)
    try {
      if (by === 'measure') await api.put(`/remediation/${row.id}`, { measure: chosen.id, version: row.version })
      else
        await api.call<typeof forkRun>('POST /solution/fork_run', { body: { id: chosen.id, perimeter_id: row.perimeter?.id ?? null, remediation_id: row.id } })
      toast.success(t('mapping.tied'))
      onClose()
    } catch (reason) {
      setError(failureDetails(reason))
      setSaving(false)
    } finally {
      await renewed()
    }
  }

  return (
    <Modal
      title={t('mapping.tie')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!chosen || placeless} loading={saving}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)}>
        <p>
          {row.identifier} {row.name}
        </p>
        <Segmented
          label={t('mapping.what')}
          value={by}
          onChange={(next) => {
            setBy(next)
            setChosen(null)
            setError(undefined)
          }}
          options={[
            { value: 'measure', label: t('mapping.to_measure') },
            { value: 'model', label: t('mapping.to_model') },
          ]}
        />
        <RefInput
          key={by}
          {...still}
          context={by === 'measure' ? contextOf('measure') : { ...contextOf('measure'), field: model }}
          label={by === 'measure' ? t('entities.remediation.fields.measure') : t('mapping.model')}
          error={error}
          value={chosen}
          onChange={setChosen}
        />
        {by === 'model' ? <p>{placeless ? t('mapping.no_perimeter') : t('mapping.model_help')}</p> : null}
      </form>
    </Modal>
  )
}
