import { useState } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { inputKeys } from '#kit/contract/field.ts'
import type { FieldKind } from '#kit/contract/field.ts'
import { bulkLimit } from '#kit/contract/limits.ts'
import { messagesOf, updateSchema } from '#kit/contract/schema.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { forget } from '#kit/web/api/queries.ts'
import { say, sayMessage, useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { fieldOf, useFieldContexts } from './entity-columns.tsx'
import { formFields, wireValue } from './form-values.ts'
import css from './list-page.module.css'
import type { AnyRow } from './presentation.ts'

interface BulkEditProps {
  readonly entity: EntityDef
  readonly rows: readonly AnyRow[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Kinds whose value belongs to one row alone. */
const single: readonly FieldKind[] = ['identifier', 'localized', 'rows', 'files', 'json']

/** The fields that several rows may be given at once. */
export const bulkFields = (entity: EntityDef) =>
  formFields(entity).filter((name) => {
    const field = fieldOf(entity, name)
    return name !== entity.title && !single.includes(field.kind) && inputKeys(name, field).length === 1
  })

/** One new value for one field of all selected rows: all or none, and one undo. */
export function BulkEdit({ entity, rows, onClose, onDone }: BulkEditProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const [name, setName] = useState<string | null>(null)
  const [value, setValue] = useState<unknown>()
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const field = name ? fieldOf(entity, name) : undefined
  const Input = field ? kinds[field.kind].Input : undefined

  const undo = async (token: string) => {
    try {
      await api.post(`/${entity.name}/bulk/undo`, { undo: token })
      toast.success(say('kit.table.undone'))
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await forget(entity.name)
    }
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (!name || !field) return
    const changes = { [name]: wireValue(value, field) }
    const checked = updateSchema(entity).safeParse(changes)
    if (!checked.success) {
      setError(Object.values(messagesOf(checked.error)).flat().map(sayMessage).join('. '))
      return
    }
    setSending(true)
    try {
      const { object, message } = await api.put<ObjectAnswer<{ undo: string; count: number }>>(`/${entity.name}/bulk`, {
        rows: rows.map(({ id, version }) => ({ id, version })),
        changes,
      })
      toast.success(message ?? t('table.bulk_edited', { count: object.count }), {
        action: { label: t('actions.undo'), run: () => void undo(object.undo) },
      })
      onDone()
    } catch (reason) {
      setError(reason instanceof ApiError ? (reason.errors[name]?.join('. ') ?? reason.message) : failureText(reason))
    } finally {
      setSending(false)
      await forget(entity.name)
    }
  }

  return (
    <Modal title={t('form.bulk_title', { count: rows.length })} size="sm" onClose={onClose}>
      <form className={css.stack} onSubmit={(event) => void apply(event)}>
        <Select
          label={t('form.field')}
          placeholder={t('form.choose_field')}
          options={bulkFields(entity).map((each) => ({ value: each, label: contextOf(each).words.field(each) }))}
          value={name}
          onChange={(next) => {
            setName(next)
            setError(undefined)
            setValue(next ? kinds[fieldOf(entity, next).kind].blank : undefined)
          }}
        />
        {name && field && Input ? (
          <Input
            key={name}
            context={contextOf(name)}
            label={t('form.value')}
            help={undefined}
            required={field.options.need === 'required'}
            disabled={false}
            error={error}
            value={value as never}
            onChange={setValue}
            onBlur={() => undefined}
          />
        ) : null}
        {rows.length > bulkLimit ? <p role="alert">{t('errors.too_many', { max: bulkLimit })}</p> : null}
        <div className={css.buttons}>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!name || rows.length > bulkLimit} loading={sending}>
            {t('actions.apply')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
