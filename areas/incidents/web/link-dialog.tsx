import { useId, useState, type FormEvent } from 'react'
import { incident } from '#areas/incidents/contract/incident.ts'
import type { Reference } from '#kit/contract/field.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import type { Incident } from './incident-row.ts'

export type LinkedField = 'actions' | 'measures' | 'risks' | 'business_values' | 'perimeters' | 'told'

interface LinkDialogProps {
  readonly row: Incident
  readonly field: LinkedField
  readonly onClose: () => void
}

const shownAs = ({ identifier, name }: Reference) => (identifier ? `${identifier} ${name}` : name)

/** What an incident is linked to in one of its sections: chosen from what there is, and taken away again. */
export function LinkDialog({ row, field, onClose }: LinkDialogProps) {
  const t = useWords('incidents')
  const kit = useWords('kit')
  const form = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Reference[]>(row[field])
  const [wrong, setWrong] = useState<string>()
  const { entity = '', max = 100 } = incident.fields[field].options
  const { options, more, busy: looking, failed } = useOptions(entity, text, true)
  const known = new Map([...options, ...chosen].map((one) => [String(one.id), one]))
  const found = new Set(options.map(({ id }) => id))
  const offered = [...(text.trim() ? [] : chosen.filter(({ id }) => !found.has(id))), ...options]
  const before = row[field].map(({ id }) => id).toSorted((a, b) => a - b)
  const now = chosen.map(({ id }) => id).toSorted((a, b) => a - b)
  const changed = before.join() !== now.join()
  const [submit, busy] = useSubmit(async () => {
    setWrong(undefined)
    try {
      const { message } = await saveRow<Incident>(`/incident/${row.id}`, row, { [field]: chosen.map(({ id }) => id) })
      toast.success(message ?? '')
      onClose()
    } catch (reason) {
      setWrong(failureDetails(reason))
    } finally {
      await renewed()
    }
  })
  return (
    <Modal
      size="sm"
      title={t('facts.link_title', { what: t(`entities.incident.fields.${field}`) })}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" disabled={!changed} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <Grid
        id={form}
        as="form"
        gap={12}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (changed) submit()
        }}
      >
        <MultiSelect
          label={t(`entities.incident.fields.${field}`)}
          error={wrong}
          max={max}
          value={chosen.map(({ id }) => String(id))}
          options={offered.map((one) => namedOption(one.id, shownAs(one)))}
          more={more}
          loading={looking}
          failed={failed}
          onSearch={setText}
          onChange={(ids) => setChosen(ids.flatMap((id) => known.get(id) ?? []))}
        />
      </Grid>
    </Modal>
  )
}
