import type { setLanguage } from '#areas/people/contract/calls.ts'
import type { impersonate, putProfile, stopImpersonation } from '#areas/people/contract/profile.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate, queryClient } from '#kit/web/api/queries.ts'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { announce } from '#kit/web/api/tabs.ts'
import { chooseLanguage } from '#kit/web/i18n/store.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { chooseColorScheme, colorChoices } from '#kit/web/ui/color-scheme.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { leavePage } from '#kit/web/ui/leave-page.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** Where the profile is kept among queries. */
export const profileKey = ['profile'] as const

/** Takes over what of the session a person has just changed. */
export function notice(changes: Partial<Pick<SessionUser, 'name' | 'initials' | 'lang' | 'theme' | 'time_zone' | 'date_order'>>): void {
  const user = session.get()
  if (user) session.set({ ...user, ...changes })
}

/** Shows a theme at once and keeps it for every device; says so when that fails. */
export async function changeTheme(theme: SessionUser['theme']): Promise<void> {
  chooseColorScheme(colorChoices[theme])
  try {
    await api.call<typeof putProfile>('PUT /user/profile', { body: { theme } })
    notice({ theme })
    await invalidate(profileKey[0])
  } catch (reason) {
    toast.error(failureText(reason))
  }
}

/** Speaks another language without a reload, and keeps it (ACC-43). */
export async function changeLanguage(lang: Language): Promise<void> {
  try {
    await api.call<typeof setLanguage>('PUT /user/language', { body: { lang } })
    await chooseLanguage(lang)
    notice({ lang })
    // Names and texts of what is shown come in the reader's language, too.
    await queryClient.invalidateQueries()
  } catch {
    toast.error(translate('kit.errors.language_failed'))
  }
}

/** Begins to act as a user, once that is agreed to, on the page that they would start on. */
export async function actAs(user: { readonly id: number }, question: { readonly title: string; readonly confirm: string }): Promise<void> {
  if (!(await confirm(question))) return
  try {
    await leavePage(async () => {
      const { user: other } = await api.call<typeof impersonate>('POST /auth/impersonate', { body: { user_id: user.id } })
      announce(other.context)
      // Nothing that was read as oneself stays.
      location.assign('/')
    })
  } catch (reason) {
    toast.error(failureText(reason))
  }
}

/** Ends acting as somebody else: back in the organisation, or at the sign-in page for who may not come in any more. */
export async function endImpersonation(): Promise<void> {
  try {
    await leavePage(async () => {
      const { user } = await api.call<typeof stopImpersonation>('DELETE /auth/impersonate')
      announce(user?.context ?? null)
      // Nothing that was read as somebody else stays.
      location.assign(user ? '/admin/users' : '/login')
    })
  } catch (reason) {
    toast.error(failureText(reason))
  }
}
