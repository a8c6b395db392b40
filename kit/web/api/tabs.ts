import { ApiError, api } from './client.ts'
import { connection } from './connection.ts'
import { elsewhere } from './session-elsewhere.ts'
import { queryClient } from './queries.ts'
import { session, type SessionUser } from './session.ts'

let channel: BroadcastChannel | undefined

/** Asks the server where the browser's session is now, and takes note of whether this page stands for the same. */
export async function findSession(): Promise<void> {
  const here = session.get()
  if (!here) return
  try {
    const { user } = await api.get<{ user: SessionUser }>('/auth/check', { context: null })
    if (user.context !== here.context) return elsewhere.set(user)
    const wasElsewhere = elsewhere.get() !== null
    session.set(user)
    elsewhere.set(null)
    if (wasElsewhere) await queryClient.invalidateQueries()
  } catch (reason) {
    // Refused, the client has already ended the session here; not reached, the next call will tell.
    if (!(reason instanceof ApiError)) throw reason
  }
}

/** Tells the other tabs where the browser's session is since this call; null: nowhere any more. */
export function announce(context: string | null): void {
  // A channel reaches pages of this site alone; only windows take a target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(context)
}

/** Listens to the other tabs, and looks again when the server was away or the browser shows a page that it had put aside. */
export function followTabs(): void {
  channel = new BroadcastChannel('vigie.session')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data !== session.get()?.context || elsewhere.get()) void findSession()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void findSession()
  })
  elsewhere.subscribe(() => {
    if (elsewhere.get() === 'unknown') void findSession()
  })
  connection.subscribe(() => {
    if (!connection.get()) void queryClient.invalidateQueries()
  })
}
