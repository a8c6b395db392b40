import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '#kit/contract/catalogue.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { SessionRequest, SessionReader } from './session-reader.ts'

/** The language of the session that a request comes with; null without one, and where it cannot be found out soon. Never throws. */
export type SessionLanguage = (request: SessionRequest) => Promise<Language | null>

export const noSession: SessionLanguage = async () => null

/** For how many milliseconds a refusal waits for the words in which it is said. */
const patience = 1000

/** Asks the database, without keeping the session alive by it. */
export function sessionLanguage(db: DatabaseAccess, sessions: SessionReader): SessionLanguage {
  return async (request) => {
    const customerId = sessions.customerOf(request)
    if (customerId === null) return null
    const read = db
      .transaction(customerId, (tx) => sessions.read(tx, request, { quiet: true }))
      .then(
        (who) => who?.lang ?? null,
        () => null,
      )
    return Promise.race([read, pause(patience, null, { ref: false })])
  }
}
