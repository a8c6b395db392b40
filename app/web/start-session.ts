import { api } from '#kit/web/api/client.ts'
import { elsewhere } from '#kit/web/api/session-elsewhere.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { announce } from '#kit/web/api/tabs.ts'
import { showLanguage } from '#kit/web/i18n/store.ts'
import { listSettings } from '#kit/web/resource/list-settings.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { chooseColorScheme, colorChoices } from '#kit/web/ui/color-scheme.ts'

interface Answer {
  readonly user: SessionUser
}

/** The answer that `before-paint.js` has asked for already, on pages behind the sign-in. */
function early(): Promise<Answer | null> | undefined {
  const { vigieSession } = globalThis as { vigieSession?: Promise<Response> }
  // A refusal is read too: the browser keeps its connection for as long as it is not.
  return vigieSession?.then(async (response) => {
    const answer = (await response.json().catch(() => null)) as (Answer & { readonly code?: string; readonly message?: string }) | null
    if (response.ok) return answer
    // Of a session that is over nothing is said on arrival; of one that holds no longer because its organisation is suspended, why.
    if (answer?.code === 'CUSTOMER_SUSPENDED') toast.warning(answer.message ?? '')
    return response.status === 401 ? null : ask()
  }, ask)
}

/** While the server is away the page waits for it, and says so: nobody is taken for signed out because of that. */
const ask = () => api.get<Answer>('/auth/check', { context: null, patient: true })

/** Asks the server who is signed in, for as long as it cannot say. */
export async function startSession(): Promise<void> {
  const answer = await (early() ?? ask()).catch(() => null)
  if (answer) await enter(answer.user)
}

/** Takes over a session and speaks its person's language (I18N-02); nothing read before it stays. */
export async function enter(user: SessionUser): Promise<void> {
  queryClient.clear()
  listSettings.clear()
  session.set(user)
  elsewhere.set(null)
  announce(user.context)
  chooseColorScheme(colorChoices[user.theme])
  // In time for the first list, which does not wait here.
  if (user.member_id !== null && user.pending.length === 0 && !user.outside && !user.leaving) void listSettings.load()
  await showLanguage(user.lang)
}
