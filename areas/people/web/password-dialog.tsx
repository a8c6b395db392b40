import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { isStrongPassword } from '#areas/access/contract/password.ts'
import type { setMemberPassword } from '#areas/people/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { PasswordInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'

interface PasswordDialogProps {
  readonly user: { readonly id: number; readonly name: string }
  readonly onClose: () => void
}

/** Gives a user a password to begin with; the server refuses for people whom another organisation knows too. */
export function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const t = useWords('people')
  const kit = useWords('kit')
  const form = useId()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isStrongPassword(password)) {
      setError(translate('access.errors.password_policy'))
      return
    }
    setSaving(true)
    try {
      const { message = '' } = await api.call<typeof setMemberPassword>('PUT /member/{id}/password', {
        params: { id: user.id },
        body: { password },
      })
      toast.success(message)
      onClose()
    } catch (reason) {
      setError(failureText(reason))
      setSaving(false)
    }
  }

  return (
    <Modal
      title={t('password.title', { name: user.name })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" loading={saving}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)}>
        <PasswordInput
          label={t('password.password')}
          help={t('password.hint')}
          error={error}
          required
          autoComplete="new-password"
          maxLength={128}
          data-autofocus
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(undefined)
          }}
        />
      </form>
    </Modal>
  )
}
