import { useState } from 'react'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import type { InputOf } from '#kit/contract/entity.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { FieldInput } from './field-inputs.tsx'
import type { Project } from '#areas/projects/web/presentation.tsx'
import css from './project.module.css'

/** What whoever works on a project says of it from time to time; the program and the whole budget are its pilots' to say. */
const own = ['weather_project', 'weather_comment', 'target_date', 'budget_spent', 'budget_committed'] as const
const managed = ['weather_project', 'weather_program', 'weather_comment', 'target_date', 'budget', 'budget_spent', 'budget_committed'] as const
type StatusField = (typeof managed)[number]

export function StatusDialog({ row, onClose }: { readonly row: Project; readonly onClose: () => void }) {
  const t = useWords('projects')
  const contextOf = useFieldContexts(ispProject)
  const [values, setValues] = useState<Readonly<Partial<Record<StatusField, unknown>>>>({})
  const now = (name: StatusField) => (name in values ? values[name] : (row[name] ?? null))
  const other = (['weather_project', 'weather_program'] as const).some((name) => now(name) !== row[name])
  // Another weather has a reason of its own.
  const why = (name: StatusField) => (name === 'weather_comment' && other && !('weather_comment' in values) ? null : now(name))
  const send = async () => {
    const changes = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        kinds[ispProject.fields[name as StatusField].kind].toWire?.(value, ispProject.fields[name as StatusField]) ?? value ?? null,
      ]),
    )
    if (Object.keys(changes).length > 0) await updateRow(ispProject, row, changes as InputOf<typeof ispProject>)
    return t('weather.said')
  }
  return (
    <FormDialog title={t('weather.say')} action={t('weather.save')} send={send} onClose={onClose}>
      <div className={css.dialog}>
        {(row.edit_right_regular ? managed : own).map((name) => (
          <FieldInput key={name} context={contextOf(name)} value={why(name)} onChange={(value) => setValues((before) => ({ ...before, [name]: value }))} />
        ))}
      </div>
    </FormDialog>
  )
}
