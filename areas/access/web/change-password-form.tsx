import { useState } from 'react'
import type { BodyOf } from '#kit/contract/call.ts'
import type { changePassword } from '#areas/access/contract/passwords.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { PasswordInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { NewPasswordForm } from './new-password-form.tsx'

/** Changes one's password by knowing the present one (ACC-61, ACC-62). */
export function ChangePasswordForm({ onChanged }: { readonly onChanged?: () => void }) {
  const t = useWords('access')
  const kit = useWords('kit')
  const [current, setCurrent] = useState('')
  const change = async (password: string, confirm: string) => {
    const body: BodyOf<(typeof changePassword)[0]> = { password: current, new_password: password, new_password_confirm: confirm }
    const { message = '' } = await api.put<{ message?: string }>('/user/password', body)
    setCurrent('')
    toast.success(message)
    onChanged?.()
  }
  return (
    <NewPasswordForm
      context="profile"
      submit={t('password.change')}
      names={{ password: 'new_password', confirm: 'new_password_confirm' }}
      run={change}
      first={{
        name: 'password',
        check: () => (current ? undefined : kit('errors.mandatory')),
        render: (error) => (
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            required
            maxLength={128}
            value={current}
            error={error}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        ),
      }}
    />
  )
}
