import { useQuery } from '@tanstack/react-query'
import type { passwordPolicy } from '#areas/access/contract/passwords.ts'
import { api } from '#kit/web/api/client.ts'
import { refreshSession } from '#kit/web/api/refresh-session.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import styles from './access.module.css'

/** What a password must be like, in the reader's language. */
export function PasswordPolicy() {
  const lang = useLanguage()
  const policy = useQuery({
    queryKey: ['password_policy', lang],
    queryFn: async () => (await api.call<typeof passwordPolicy>('GET /user/password_policy', { query: {} })).object,
    staleTime: Infinity,
  })
  return <Markdown text={policy.data} />
}

/** Changing the password on one's profile; for accounts that have one (ACC-64). */
export function PasswordSection() {
  const t = useWords('access')
  return (
    <Block title={t('password.title')}>
      <div className={styles.stack}>
        <PasswordPolicy />
        {/* Reminders of its age are over. */}
        <ChangePasswordForm onChanged={() => void refreshSession()} />
      </div>
    </Block>
  )
}
