import { useId, useMemo, useState } from 'react'
import type { FormEvent } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import { links, ref } from '#kit/contract/field.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { WriteAssignment } from '#kit/contract/assignment-calls.ts'
import { assignmentAsks, type Assigned } from '#kit/contract/register.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { LinksInput, RefInput } from '#kit/web/kinds/kinds.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { nameOfRow, useFieldContexts } from './entity-columns.tsx'
import css from './assignment.module.css'

const still = { help: undefined, error: undefined, required: false, disabled: false, onBlur: () => undefined }

export interface AssignDialogProps {
  readonly register: EntityDef
  /** As its list or record answered it. */
  readonly row: { readonly id: number; readonly assigned?: Assigned | null }
  readonly onClose: () => void
}

/** Gives a register to people and at most one group (TBL-44). */
export function AssignDialog({ register, row, onClose }: AssignDialogProps) {
  const t = useWords('kit')
  const words = useEntityWords(register)
  const context = useFieldContexts(register)('assigned')
  const [people, oneGroup] = useMemo(() => {
    const asks = assignmentAsks(register) ?? null
    return [links('member', { max: 500, asks }), ref('group', { asks })]
  }, [register])
  const form = useId()
  const { assigned } = row
  const [members, setMembers] = useState<readonly Reference[]>(assigned?.members ?? [])
  const [group, setGroup] = useState<Reference | null>(assigned?.groups[0] ?? null)
  const [saving, setSaving] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      const { message = '' } = await api.call<WriteAssignment>(`PUT /${register.name}/{id}/assignment`, {
        params: { id: row.id },
        body: { members: members.map(({ id }) => id), groups: group ? [group.id] : [] },
      })
      toast.success(message)
      onClose()
    } catch (reason) {
      toast.error(failureText(reason))
      setSaving(false)
    } finally {
      await renewed()
    }
  }

  return (
    <Modal
      title={t('assignment.title', { name: nameOfRow(register, { ...row }) })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" loading={saving}>
            {t('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <p>{words.word('assignment') ?? t('assignment.help')}</p>
        <LinksInput {...still} context={{ ...context, field: people }} label={t('assignment.people')} value={members} onChange={setMembers} />
        <RefInput {...still} context={{ ...context, field: oneGroup }} label={t('assignment.group')} value={group} onChange={setGroup} />
      </form>
    </Modal>
  )
}
