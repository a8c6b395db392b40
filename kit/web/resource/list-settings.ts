import type { ListAnswer } from '#kit/contract/envelope.ts'
import { api } from '#kit/web/api/client.ts'
import type { ListSetting } from '#kit/web/table/column-layout.ts'

type Settings = ReadonlyMap<string, ListSetting>

/** Milliseconds a setting rests before it is written. */
const pause = 800

let settings: Settings | undefined
let asked: Promise<void> | undefined
const listeners = new Set<() => void>()
const waiting = new Map<string, { readonly timer: ReturnType<typeof setTimeout>; readonly write: () => void }>()

function show(next: Settings | undefined): void {
  settings = next
  for (const listener of listeners) listener()
}

/**
 * How the person keeps each list, on the server. Read once for all of them, when the session starts: a table that waits for its columns
 * is drawn twice. A change is there at once, and written a moment later.
 */
export const listSettings = {
  /** Nothing while the answer is on its way. */
  get: (): Settings | undefined => settings,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Asks the server, once for a session; lists that cannot be asked about look as they are declared. */
  load(): Promise<void> {
    asked ??= api.get<ListAnswer<{ list: string; setting: ListSetting }>>('/list_setting').then(
      ({ objects }) => show(new Map(objects.map(({ list, setting }) => [list, setting]))),
      () => show(new Map()),
    )
    return asked
  },
  /** Another person, or the same in another organisation. */
  clear(): void {
    for (const list of waiting.keys()) listSettings.flush(list)
    asked = undefined
    show(undefined)
  },
  change(list: string, next: ListSetting): void {
    show(new Map(settings).set(list, next))
    clearTimeout(waiting.get(list)?.timer)
    // A taste that could not be kept is not worth a message; it still holds on this page.
    const write = () => {
      waiting.delete(list)
      void api.put(`/list_setting/${list}`, next).catch(() => undefined)
    }
    waiting.set(list, { timer: setTimeout(write, pause), write })
  },
  /** Writes at once what rests, because its page is left. */
  flush(list: string): void {
    const rest = waiting.get(list)
    clearTimeout(rest?.timer)
    rest?.write()
  },
}
