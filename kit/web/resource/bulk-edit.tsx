import { useState } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { inputKeys } from '#kit/contract/field.ts'
import type { FieldKind } from '#kit/contract/field.ts'
import { bulkLimit } from '#kit/contract/limits.ts'
import { messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { translateMessage, useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { BulkRefusals } from './bulk-refusals.tsx'
import { fieldOf, useFieldContexts } from './entity-columns.tsx'
import { Foresight } from './foresight.tsx'
import { formFields, wireValue, type FormValues } from './form-values.ts'
import css from './list-page.module.css'
import { presentationOf, type AnyRow } from './presentation.ts'
import { useBulkWrite } from './use-bulk-write.ts'

interface BulkEditProps {
  readonly entity: EntityDef
  readonly rows: readonly AnyRow[]
  readonly onClose: () => void
  /** Those that could not be changed; none: all is done. */
  readonly onWritten: (rest: readonly AnyRow[]) => void
}

/** Kinds whose value belongs to one row alone. */
const single: readonly FieldKind[] = ['identifier', 'localized', 'rows', 'files', 'json']

/** The fields that several rows may be given at once. */
export const bulkFields = (entity: EntityDef) =>
  formFields(entity).filter((name) => {
    const field = fieldOf(entity, name)
    return name !== entity.title && !single.includes(field.kind) && field.options.setBy === undefined && inputKeys(name, field).length === 1
  })

/** One new value for one field of all selected rows, with what its rule asks for beside it: all or none, and one undo. */
export function BulkEdit({ entity, rows: selected, onClose, onWritten }: BulkEditProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const [name, setName] = useState<string | null>(null)
  const [values, setValues] = useState<FormValues>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const bulk = useBulkWrite({ entity, rows: selected, onWritten })
  const { rows } = bulk
  const asked = name ? [name, ...(presentationOf(entity).along?.[name] ?? [])] : []

  const choose = (next: string | null) => {
    setName(next)
    setErrors({})
    bulk.again()
    const fields = next ? [next, ...(presentationOf(entity).along?.[next] ?? [])] : []
    setValues(Object.fromEntries(fields.map((field) => [field, kinds[fieldOf(entity, field).kind].blank])))
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (!name) return
    // What goes along and is left empty is not asked for by every row.
    const given = asked.map((field) => [field, wireValue(values[field], fieldOf(entity, field))] as const)
    const changes = Object.fromEntries(given.filter(([field, value]) => field === name || value !== null))
    const checked = updateSchema(entity).safeParse(changes)
    if (!checked.success) {
      setErrors(Object.fromEntries(Object.entries(messagesOf(checked.error)).map(([field, messages]) => [field, messages.map(translateMessage).join('. ')])))
      return
    }
    setErrors({})
    await bulk.write({ changes })
  }

  return (
    <Modal title={t('form.bulk_title', { count: rows.length })} size="sm" onClose={onClose}>
      <form className={css.stack} noValidate onSubmit={(event) => void apply(event)}>
        <BulkRefusals entity={entity} bulk={bulk} />
        <Select
          label={t('form.field')}
          placeholder={t('form.choose_field')}
          options={bulkFields(entity).map((each) => ({ value: each, label: contextOf(each).words.field(each) }))}
          value={name}
          onChange={choose}
        />
        {asked.map((field) => {
          const declared = fieldOf(entity, field)
          const Input = kinds[declared.kind].Input
          return Input ? (
            <Input
              key={field}
              context={contextOf(field)}
              label={field === name ? t('form.value') : contextOf(field).words.field(field)}
              help={undefined}
              required={field === name && declared.options.need === 'required'}
              disabled={false}
              error={errors[field]}
              value={values[field] as never}
              onChange={(value: unknown) => {
                setValues((before) => ({ ...before, [field]: value }))
                setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== field)))
              }}
              onBlur={() => undefined}
            />
          ) : null
        })}
        {name && !bulk.sending ? <Foresight entity={entity} field={name} rows={rows} value={wireValue(values[name], fieldOf(entity, name))} /> : null}
        {rows.length > bulkLimit ? <p role="alert">{t('errors.too_many', { max: bulkLimit })}</p> : null}
        <div className={css.buttons}>
          <CancelButton />
          <Button type="submit" variant="primary" disabled={!name || rows.length > bulkLimit} loading={bulk.sending}>
            {t('actions.apply')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
