import { api } from './client.ts'
import { session, type SessionUser } from './session.ts'

/** Asks the server again who is signed in and what must be done first, after something of that has changed. */
export async function refreshSession(): Promise<void> {
  const { user } = await api.get<{ user: SessionUser }>('/auth/check')
  session.set(user)
}
