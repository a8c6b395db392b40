import { api } from '#kit/web/api/client.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { enter } from '#kit/web/enter-session.ts'

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
