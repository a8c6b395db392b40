import { useWatch, type Control } from 'react-hook-form'
import type { EntityDef } from '#kit/contract/entity.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { fieldOf } from './entity-columns.tsx'
import { foreseenBy, type Foreseen } from './foresee.ts'
import { wireValue, type FormValues } from './form-values.ts'
import type { AnyRow } from './presentation.ts'

/** What follows from a new value of a field, before it is saved; nothing where nobody says so. */
export function Foresight({ entity, field, rows, value }: Foreseen & { readonly entity: EntityDef; readonly field: string }) {
  const show = foreseenBy(entity.name, field)
  return show ? <Suspense fallback={null}>{show({ rows, value })}</Suspense> : null
}

interface FormForesightProps {
  readonly entity: EntityDef
  readonly name: string
  readonly control: Control<FormValues>
  readonly row: AnyRow
}

/** The same below the field of a form, once its value is another than the row's. */
export function FormForesight({ entity, name, control, row }: FormForesightProps) {
  const field = fieldOf(entity, name)
  const value = wireValue(useWatch({ control, name }), field)
  const stored = (row as Readonly<Record<string, unknown>>)[name]
  return value === wireValue(stored, field) ? null : <Foresight entity={entity} field={name} rows={[row]} value={value} />
}
