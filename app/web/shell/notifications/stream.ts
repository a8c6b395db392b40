import { useEffect } from 'react'
import { invalidate } from '#kit/web/api/queries.ts'

/** Under which name everything of notifications is read. */
export const notificationsKey = 'notification'

const channelName = 'vigie.notifications'
const refresh = () => void invalidate(notificationsKey)

/**
 * Hears of what is new as long as somebody is signed in: one page of the browser holds the stream, since a browser opens few connections to one server, and
 * tells the others. After a cut the browser asks again by itself, from where it was.
 */
export function useNotificationStream(who: string | null): void {
  useEffect(() => {
    if (who === null) return
    const ended = new AbortController()
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', refresh)
    const hold = () =>
      new Promise<void>((resolve) => {
        const stream = new EventSource('/api/notification/stream')
        const announce = () => {
          refresh()
          // A channel reaches pages of this site alone; only windows take a target.
          // oxlint-disable-next-line unicorn/require-post-message-target-origin
          channel.postMessage('told')
        }
        stream.addEventListener('told', announce)
        ended.signal.addEventListener('abort', () => {
          stream.close()
          resolve()
        })
      })
    // Where locks are missing each page holds its own.
    const { locks } = navigator as Partial<Navigator>
    void (locks ? locks.request(channelName, { signal: ended.signal }, hold) : hold())?.catch(() => {})
    return () => {
      ended.abort()
      channel.close()
    }
  }, [who])
}
