import { useState } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { inputKeys } from '#kit/contract/field.ts'
import type { FieldKind } from '#kit/contract/field.ts'
import { bulkLimit } from '#kit/contract/limits.ts'
import { messagesOf, updateSchema } from '#kit/contract/schema.ts'
import { translateMessage, useWords } from '#kit/web/i18n/words.ts'
import { kindOf, kinds } from '#kit/web/kinds/kinds.ts'
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

/** New values for one field or several of all selected rows, with what their rules ask for beside them: all or none, and one undo. */
export function BulkEdit({ entity, rows: selected, onClose, onWritten }: BulkEditProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const [name, setName] = useState<string | null>(null)
  const [more, setMore] = useState<readonly string[]>([])
  const [values, setValues] = useState<FormValues>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const bulk = useBulkWrite({ entity, rows: selected, onWritten })
  const { rows } = bulk
  const chosen = name ? [name, ...more] : []
  const withAlong = (fields: readonly string[]) => [...new Set(fields.flatMap((field) => [field, ...(presentationOf(entity).along?.[field] ?? [])]))]
  const asked = withAlong(chosen)
  const offered = (but: readonly string[]) =>
    bulkFields(entity)
      .filter((each) => !but.includes(each))
      .map((each) => ({ value: each, label: contextOf(each).words.field(each) }))

  /** What was said of fields that stay is kept. */
  const choose = (next: readonly string[]) => {
    const [first = null, ...others] = next
    setName(first)
    setMore(others)
    setErrors({})
    bulk.again()
    setValues((before) =>
      Object.fromEntries(withAlong(next).map((field) => [field, field in before ? before[field] : kinds[fieldOf(entity, field).kind].blank])),
    )
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (!name) return
    // What goes along and is left empty is not asked for by every row.
    const given = asked.map((field) => [field, wireValue(values[field], fieldOf(entity, field))] as const)
    const changes = Object.fromEntries(given.filter(([field, value]) => chosen.includes(field) || value !== null))
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
          options={offered(more)}
          value={name}
          onChange={(next) => choose(next ? [next, ...more] : more)}
        />
        {asked.map((field) => {
          const declared = fieldOf(entity, field)
          const { Input } = kindOf(declared)
          return Input ? (
            <Input
              key={field}
              context={contextOf(field)}
              label={field === name ? t('form.value') : contextOf(field).words.field(field)}
              help={undefined}
              required={chosen.includes(field) && declared.options.need === 'required'}
              disabled={false}
              error={errors[field]}
              value={values[field]}
              onChange={(value: unknown) => {
                setValues((before) => ({ ...before, [field]: value }))
                setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== field)))
              }}
              onBlur={() => undefined}
            />
          ) : null
        })}
        {name && offered(chosen).length > 0 ? (
          <Select
            label={t('form.another_field')}
            placeholder={t('form.choose_field')}
            options={offered(asked)}
            value={null}
            onChange={(next) => next && choose([...chosen, next])}
          />
        ) : null}
        {bulk.sending
          ? null
          : chosen.map((field) => <Foresight key={field} entity={entity} field={field} rows={rows} value={wireValue(values[field], fieldOf(entity, field))} />)}
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
