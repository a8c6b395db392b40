import { api } from './api/client.ts'
import type { SessionUser } from './api/session.ts'
import { announce } from './api/tabs.ts'
import { translate } from './i18n/words.ts'
import { leavePage } from './ui/leave-page.ts'
import { toast } from './ui/toast.ts'

/** Goes on in another organisation, or with null outside of any, once no form asks for the page to stay; says so when that fails. */
export async function enterCustomer(id: number | null): Promise<void> {
  try {
    await leavePage(async () => {
      const { user } = await api.put<{ user: SessionUser }>('/user/customer', { customer_id: id })
      announce(user.context)
      // Nothing that was read elsewhere stays.
      location.assign('/')
    })
  } catch {
    toast.error(translate('kit.errors.customer_failed'))
  }
}
