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
  /** Milliseconds before the second try; twice as long before each further one, up to three seconds. */
  readonly pause?: number
}

/** Milliseconds between two looks at whether it lives. */
const look = 100
/** One that dies sooner after it was ready may do so again. */
const lasting = 1000
/** So many times in a row it may fail to stand up. */
const tries = 6
/** So many times in a row it may stand up and die at once: it has been of use to somebody, and may have been killed. */
const relapses = 30

/** Watches a server until `end`. A start that fails is tried again after a growing pause, and given up at last: then a supervisor of the whole program must help. */
export function keepRunning({ server, start, log, giveUp, pause = 200 }: Keeping): { end: () => void } {
  const state = { ended: false, givenUp: false }
  let current = server
  let readyAt = Date.now()
  let relapsed = 0

  const rest = (times: number) => wait(Math.min(3000, pause * 2 ** (times - 1)), undefined, { ref: false })
  const surrender = (reason: string) => {
    state.givenUp = true
    giveUp(new Error(`The database server has died and does not stand up again: ${reason}`))
  }

  const stand = async (): Promise<void> => {
    relapsed = Date.now() - readyAt < lasting ? relapsed + 1 : 0
    if (relapsed >= relapses) return surrender('it dies as soon as it is ready')
    log('The database server has died: starting it again')
    // Once is an accident; from the second time on it may be its own doing.
    if (relapsed > 1) await rest(relapsed - 1)
    for (let failures = 0; !state.ended;) {
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
        failures += 1
        if (failures >= tries) return surrender(error instanceof Error ? error.message : String(error))
        await rest(failures)
      }
    }
  }

  const watch = async (): Promise<void> => {
    while (!state.ended && !state.givenUp) {
      if (isAlive(current.pid)) await wait(look, undefined, { ref: false })
      else await stand()
    }
  }
  void watch()
  return {
    end: () => {
      state.ended = true
    },
  }
}
