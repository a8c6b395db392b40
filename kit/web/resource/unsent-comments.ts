import { api, failureDetails } from '#kit/web/api/client.ts'
import { newKey } from '#kit/web/api/intentions.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { session } from '#kit/web/api/session.ts'
import { isUndecided } from '#kit/web/api/undecided.ts'
import { translate } from '#kit/web/i18n/words.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { unsentPlace } from '#kit/web/unsent.ts'
import { sentText, type Person } from './mention-text.ts'

/** What stands in the place where a comment is written. */
export interface Written {
  readonly text: string
  /** Those who were chosen to be called. */
  readonly chosen: readonly Person[]
}

/** A comment that has not arrived: under one key, however often it is sent, so that the server knows it again. */
export interface UnsentComment extends Written {
  readonly key: string
  readonly entity: string
  readonly id: RowId
  /** It could not be sent at once. */
  readonly late?: true
  /** Why the server refused it. */
  readonly why?: string
}

interface Kept {
  /** What is being written, by its object. */
  readonly drafts: Readonly<Record<string, Written>>
  /** The first written before. */
  readonly waiting: readonly UnsentComment[]
}

const nothing: Kept = { drafts: {}, waiting: [] }
const mostDrafts = 20
const listeners = new Set<() => void>()
/** Where the device keeps nothing, the page does. */
const ofPage = new Map<string, string>()
let last: { readonly raw: string | null; readonly parsed: Kept } = { raw: null, parsed: nothing }

const place = () => unsentPlace(session.context() ?? '')

function read(): Kept {
  const raw = ofPage.get(place()) ?? localStorage.getItem(place())
  if (raw === last.raw) return last.parsed
  try {
    last = { raw, parsed: raw ? (JSON.parse(raw) as Kept) : nothing }
  } catch {
    last = { raw, parsed: nothing }
  }
  return last.parsed
}

function keep(next: Kept): void {
  const drafts = Object.entries(next.drafts).filter(([, { text }]) => text !== '')
  const raw = JSON.stringify({ drafts: Object.fromEntries(drafts.slice(-mostDrafts)), waiting: next.waiting } satisfies Kept)
  try {
    if (drafts.length > 0 || next.waiting.length > 0) localStorage.setItem(place(), raw)
    else localStorage.removeItem(place())
    ofPage.delete(place())
  } catch {
    ofPage.set(place(), raw)
  }
  for (const listener of listeners) listener()
}

const wait = (waiting: readonly UnsentComment[]) => keep({ ...read(), waiting })
const objectOf = (entity: string, id: RowId) => `${entity}/${id}`

/** The one that is being sent. */
let current: { readonly key: string; readonly stop: AbortController } | undefined

/** Sends one; false where it has to wait until somebody has signed in again, or the like. */
async function sendOne(one: UnsentComment): Promise<boolean> {
  const stop = new AbortController()
  current = { key: one.key, stop }
  try {
    const body = { text: sentText(one.text.trim(), one.chosen) }
    await api.post(`/${one.entity}/${one.id}/comments`, body, { key: one.key, lasting: true, signal: stop.signal })
    const { late } = read().waiting.find(({ key }) => key === one.key) ?? one
    unsentComments.drop(one.key)
    if (late) toast.success(translate('kit.record.comment_sent'))
    await queryClient.invalidateQueries({ queryKey: [one.entity, 'comments', one.id] })
    return true
  } catch (reason) {
    if (stop.signal.aborted) return true
    if (isUndecided(reason)) return false
    wait(read().waiting.map((other) => (other.key === one.key ? { ...other, why: failureDetails(reason) } : other)))
    return true
  } finally {
    current = undefined
  }
}

async function sendAll(): Promise<void> {
  for (;;) {
    const next = read().waiting.find(({ why }) => why === undefined)
    if (!next || !(await sendOne(next))) return
  }
}

let sending: Promise<void> | undefined

/** Comments that are being written or have not arrived: kept on this device, for this person in this organisation, and sent in order, each once. */
export const unsentComments = {
  read,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  },
  draftOf: (entity: string, id: RowId): Written | undefined => read().drafts[objectOf(entity, id)],
  draft: (entity: string, id: RowId, written: Written): void => keep({ ...read(), drafts: { ...read().drafts, [objectOf(entity, id)]: written } }),
  /** Takes what is being written of an object to be sent. */
  add(entity: string, id: RowId, written: Written): void {
    const { drafts, waiting } = read()
    keep({ drafts: { ...drafts, [objectOf(entity, id)]: { text: '', chosen: [] } }, waiting: [...waiting, { ...written, key: newKey(), entity, id }] })
    void unsentComments.send()
  },
  /** Says of those that have not arrived that somebody has seen them wait. */
  areLate(): void {
    if (read().waiting.some(({ late }) => !late)) wait(read().waiting.map((one) => ({ ...one, late: true })))
  },
  /** Takes one back. */
  drop(key: string): void {
    wait(read().waiting.filter((one) => one.key !== key))
    if (current?.key === key) current.stop.abort()
  },
  putBack: (one: UnsentComment): void => {
    wait([...read().waiting, one])
    void unsentComments.send()
  },
  /** In one tab at a time; where a browser has no locks the server tells what it has by its key. */
  send: (): Promise<void> =>
    (sending ??= ('locks' in navigator ? navigator.locks.request(place(), sendAll) : sendAll()).finally(() => {
      sending = undefined
    })),
}
