import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { session } from '#kit/web/api/session.ts'
import { announce } from '#kit/web/api/tabs.ts'
import { translate } from '#kit/web/i18n/words.ts'
import { leavePage } from '#kit/web/ui/leave-page.ts'
import { toast } from '#kit/web/ui/toast.ts'

let signingOut = false
/** Whether the session is ending because the person wants it to. */
export const leaving = (): boolean => signingOut

/**
 * Ends the session on the server, wherever it is by now, and forgets everything read in it, once no form asks for the page to stay; the server may
 * name where to go then (ACC-27).
 */
export async function signOut(): Promise<void> {
  try {
    await leavePage(async () => {
      signingOut = true
      const { redirect } = await api.post<{ redirect?: string }>('/auth/logout', undefined, { context: null })
      announce(null)
      session.set(null)
      queryClient.clear()
      location.assign(redirect ?? '/login')
    })
  } catch {
    toast.error(translate('app.user.logout_error'))
  } finally {
    signingOut = false
  }
}
