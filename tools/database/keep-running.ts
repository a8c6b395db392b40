/** Starts a database server again that has died, as often as that helps. */
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from './postmaster.ts'

export interface Server {
  readonly pid: number
  readonly port: number
}

interface Keeping {
  readonly server: Server
  /** Answers the running server once it is ready, starting it where that falls to this process; undefined while it falls to another. Throws when it does not start. */
  readonly start: () => Promise<Server | undefined>
  readonly log: (line: string) => void
  readonly giveUp: (error: Error) => void
  /** Milliseconds before the second try; twice as long before each further one. */
  readonly pause?: number
}

/** Milliseconds between two looks at whether it lives. */
const look = 100
/** One that dies sooner after it was ready has not stood up. */
const lasting = 1000
/** So many times in a row it may fail to stand up. */
const tries = 6

/** Watches a server until `end`. A start that fails is tried again after a growing pause, and given up at last: then a supervisor of the whole program must help. */
export function keepRunning({ server, start, log, giveUp, pause = 200 }: Keeping): { end: () => void } {
  const state = { ended: false, failures: 0 }
  let current = server
  let readyAt = Date.now()

  const stand = async (): Promise<void> => {
    state.failures = Date.now() - readyAt < lasting ? state.failures + 1 : 0
    log('The database server has died: starting it again')
    for (let reason = 'it dies as soon as it is ready'; !state.ended;) {
      if (state.failures >= tries) {
        giveUp(new Error(`The database server has died and does not stand up again: ${reason}`))
        return
      }
      const begun = Date.now()
      try {
        const next = await start()
        if (next) {
          current = next
          readyAt = Date.now()
          log(`The database server is ready again after ${((readyAt - begun) / 1000).toFixed(1)} s`)
          return
        }
        await wait(look, undefined, { ref: false })
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
        state.failures += 1
        await wait(Math.min(3000, pause * 2 ** (state.failures - 1)), undefined, { ref: false })
      }
    }
  }

  const watch = async (): Promise<void> => {
    while (!state.ended && state.failures < tries) {
      if (isAlive(current.pid)) await wait(look, undefined, { ref: false })
      else await stand()
    }
  }
  void watch()
  return { end: () => { state.ended = true } }
}
