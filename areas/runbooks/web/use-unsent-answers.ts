import { useCallback, useEffect, useRef, useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { isUndecided } from '#kit/web/api/undecided.ts'
import { dropUnsentAnswer, storeUnsentAnswer, unsentAnswer, unsentAnswersOf, type UnsentAnswer } from './unsent-answers.ts'
import { giveAnswer, type Occurrence, type OccurrenceValues } from './occurrence-api.ts'

/** How often what is kept is sent again by itself, in milliseconds. */
const every = 20_000

const readRow = async (id: number): Promise<Occurrence | undefined> =>
  (await api.get<ObjectAnswer<Occurrence>>(`/occurrence/${id}`).catch(() => undefined))?.object

/** Sends one: its photos first, each of which is there once it has gone up. */
async function send(one: UnsentAnswer): Promise<void> {
  let rest = one
  for (const photo of one.photos) {
    const { object } = await api.upload<ObjectAnswer<FileReference>>('/file', photo)
    rest = { ...rest, said: { ...rest.said, files: [...(rest.said.files ?? []), object.id] }, photos: rest.photos.filter((other) => other !== photo) }
    await storeUnsentAnswer(rest)
  }
  await giveAnswer(rest.row, rest.said, rest.key)
}

/** One tab at a time: two would send the same, its photos twice. Where a browser has no locks, all do. */
const alone = (work: () => Promise<void>): Promise<void> => ('locks' in navigator ? navigator.locks.request('vigie.answers', work) : work())

/** Sends what waits, in order, until the network is away again; what the server refuses is kept with what stands there. */
async function sendKept(context: string): Promise<void> {
  for (const one of await unsentAnswersOf(context)) {
    if (one.conflict) continue
    try {
      await send(one)
      await dropUnsentAnswer(one.key)
      await renewed()
    } catch (reason) {
      if (isUndecided(reason)) return
      await storeUnsentAnswer({ ...one, conflict: { why: failureDetails(reason), theirs: await readRow(one.row.id) } })
    }
  }
}

/** Answers that were given without a network: kept on the device, counted, and sent when it is back; what meets another answer comes back with both. */
export function useUnsentAnswers() {
  const { context } = useSession()
  const [unsent, setUnsent] = useState<readonly UnsentAnswer[]>([])
  const [offline, setOffline] = useState(!navigator.onLine)
  const sending = useRef(false)
  const read = useCallback(async () => setUnsent(await unsentAnswersOf(context)), [context])

  const sendAll = useCallback(async () => {
    if (sending.current || !navigator.onLine) return
    sending.current = true
    await alone(() => sendKept(context)).finally(() => {
      sending.current = false
    })
    await read()
  }, [context, read])

  useEffect(() => {
    void read().then(sendAll)
    const online = () => {
      setOffline(false)
      void sendAll()
    }
    const away = () => setOffline(true)
    addEventListener('online', online)
    addEventListener('offline', away)
    const timer = setInterval(() => void sendAll(), every)
    return () => {
      removeEventListener('online', online)
      removeEventListener('offline', away)
      clearInterval(timer)
    }
  }, [read, sendAll])

  return {
    offline,
    waiting: unsent.filter(({ conflict }) => !conflict),
    conflicts: unsent.filter(({ conflict }) => conflict),
    keep: async (row: Occurrence, values: OccurrenceValues, photos: readonly File[] = [], key?: string) => {
      const one = unsentAnswer(context, row, values, photos, key)
      await storeUnsentAnswer(one)
      await read()
      return one
    },
    drop: async ({ key }: UnsentAnswer) => {
      await dropUnsentAnswer(key)
      await read()
    },
    /** One's own answer after all, over what stands there now. */
    insist: async (one: UnsentAnswer, theirs: Occurrence) => {
      await dropUnsentAnswer(one.key)
      await storeUnsentAnswer(unsentAnswer(context, theirs, one.said, one.photos))
      await sendAll()
    },
  }
}
export type UnsentAnswers = ReturnType<typeof useUnsentAnswers>
