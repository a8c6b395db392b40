import type { OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { newKey } from '#kit/web/api/intentions.ts'
import { whileUnderWay } from '#kit/web/pending-work.ts'
import type { Occurrence, OccurrenceValues } from './occurrence-api.ts'

/** An answer that waits for the network: under one key, however often it is sent, so that the server knows it again. */
export interface UnsentAnswer {
  readonly key: string
  /** For this person in this organisation alone. */
  readonly context: string
  readonly row: Pick<Occurrence, 'id' | 'version' | 'name'>
  readonly said: OccurrenceValues
  /** Photos that have not gone up yet; those that have are among what is said. */
  readonly photos: readonly File[]
  /** What stands there instead, and why this was refused. */
  readonly conflict?: { readonly why: string; readonly theirs: Occurrence | undefined }
}

const database = 'vigie.answers'
const store = 'answers'

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(database)))
  })

async function reach<T>(mode: IDBTransactionMode, work: (answers: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await opened()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(store, mode)
      const request = work(transaction.objectStore(store))
      const fail = () => reject(transaction.error ?? new Error(store))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', fail)
      transaction.addEventListener('error', fail)
    })
  } finally {
    db.close()
  }
}

/** What is kept on the device is waited for like the server. */
const within: typeof reach = (mode, work) => whileUnderWay(reach(mode, work))

/** What this device keeps for somebody, the first given before; nothing where it keeps nothing at all. */
export const unsentAnswersOf = async (context: string): Promise<UnsentAnswer[]> => {
  const all = await within<UnsentAnswer[]>('readonly', (answers) => answers.getAll()).catch(() => [])
  return all.filter((one) => one.context === context)
}
/** Throws where the device is full, or keeps nothing. */
export const storeUnsentAnswer = (answer: UnsentAnswer): Promise<unknown> => within('readwrite', (answers) => answers.put(answer))
export const dropUnsentAnswer = (key: string): Promise<unknown> => within('readwrite', (answers) => answers.delete(key))

export const unsentAnswer = (
  context: string,
  { id, version, name }: Occurrence,
  said: OccurrenceValues,
  photos: readonly File[],
  key = newKey(),
): UnsentAnswer => ({
  key,
  context,
  row: { id, version, name },
  said,
  photos,
})
export const answerOf = ({ said }: UnsentAnswer): OccurrenceAnswer => said.answer
