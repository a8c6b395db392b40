import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { session, type SessionUser } from '#kit/web/api/session.ts'
import { showLanguage } from '#kit/web/i18n/store.ts'
import { listSettings } from '#kit/web/resource/list-settings.ts'
import { chooseColorScheme, colorChoices } from '#kit/web/ui/color-scheme.ts'

interface Answer {
  readonly user: SessionUser
}

/** The answer that `before-paint.js` has asked for already, on pages behind the sign-in. */
function early(): Promise<Answer | null> | undefined {
  const { vigieSession } = globalThis as { vigieSession?: Promise<Response> }
  // A refusal is read too: the browser keeps its connection for as long as it is not.
  return vigieSession?.then(async (response) => {
    const answer: unknown = await response.json()
    return response.ok ? (answer as Answer) : null
  })
}

/** Asks the server who is signed in; nobody, when it says so or cannot be reached. */
export async function startSession(): Promise<void> {
  const answer = await (early() ?? api.get<Answer>('/auth/check')).catch(() => null)
  if (answer) await enter(answer.user)
}

/** Takes over a session and speaks its person's language (I18N-02); nothing read before it stays. */
export async function enter(user: SessionUser): Promise<void> {
  queryClient.clear()
  listSettings.clear()
  session.set(user)
  chooseColorScheme(colorChoices[user.theme])
  // In time for the first list, which does not wait here.
  if (user.member_id !== null && user.pending.length === 0) void listSettings.load()
  await showLanguage(user.lang)
}
