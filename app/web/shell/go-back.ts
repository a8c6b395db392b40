import type { stopImpersonation } from '#areas/people/contract/profile.ts'
import { api } from '#kit/web/api/client.ts'
import type { SessionUser } from '#kit/web/api/session.ts'

type Answer = { readonly user: SessionUser }

/** Whether the session can be brought back to what a page stands for: nobody begins by this to act as somebody else, nor as another person. */
export const canGoBack = (here: SessionUser, there: SessionUser): boolean =>
  here.impersonator === null && (there.impersonator !== null || there.email === here.email)

/** Brings the session back to the organisation and mode that a page stands for, by the same calls as a person would; answers where it is then. */
export async function goBack(here: SessionUser, there: SessionUser): Promise<SessionUser> {
  let at = there
  if (at.impersonator !== null)
    at = ((await api.call<typeof stopImpersonation>('DELETE /auth/impersonate', { context: at.context })).user as SessionUser | null) ?? at
  if (at.customer?.id !== here.customer?.id)
    at = (await api.put<Answer>('/user/customer', { customer_id: here.customer?.id ?? null }, { context: at.context })).user
  if (at.mode !== here.mode) at = (await api.put<Answer>('/user/mode', { mode: here.mode }, { context: at.context })).user
  return at
}
