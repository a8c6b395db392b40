import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { writeAssignment } from '#areas/actions/contract/calls.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { links } from '#kit/contract/field.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './actions.module.css'
import type { Plan } from './presentation.tsx'

const { Input: LinksInput } = kinds.links
const { Input: RefInput } = kinds.ref
const people = links('member', { max: 500 })
const still = { help: undefined, error: undefined, required: false, disabled: false, onBlur: () => undefined }

/** Gives a plan to people and at most one group (TBL-44). */
export function AssignPlanDialog({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const contextOf = useFieldContexts(remediation)
  const form = useId()
  const [members, setMembers] = useState<readonly Reference[]>(plan.assigned?.members ?? [])
  const [group, setGroup] = useState<Reference | null>(plan.assigned?.groups[0] ?? null)
  const [saving, setSaving] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      const { message = '' } = await api.call<typeof writeAssignment>('PUT /program/{id}/assignment', {
        params: { id: plan.id },
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
      title={t('dialogs.assign_plan', { name: plan.name ?? '' })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('actions.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={saving}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        <p>{t('dialogs.assign_plan_help')}</p>
        {LinksInput ? (
          <LinksInput
            {...still}
            context={{ ...contextOf('manager'), field: people }}
            label={t('dialogs.people')}
            value={members as never}
            onChange={setMembers}
          />
        ) : null}
        {RefInput ? <RefInput {...still} context={contextOf('group')} label={t('dialogs.group')} value={group as never} onChange={setGroup} /> : null}
      </form>
    </Modal>
  )
}
