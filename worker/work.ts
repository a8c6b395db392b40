import { workerVersion } from '#areas/connectors/contract/workers.ts'
import { putInPlace } from './renew.ts'
import { runHere } from './run.ts'
import { LetOut, Server } from './server.ts'
import type { Settings } from './settings.ts'

/** How a worker ended: asked to stop, let in no more, or with a new file in its place, to be started again. */
export type Ended = 'stopped' | 'let_out' | 'renewed'

interface Working {
  readonly settings: Settings
  /** The file that runs, which is renewed when somebody asks for it; without one it never is. */
  readonly file?: string
  readonly log: (text: string) => void
  readonly stop: AbortSignal
}

/** Comes for work and does it, one run after the other, until told to stop. It is never reached from outside. */
export async function work({ settings, file, log, stop }: Working): Promise<Ended> {
  const server = new Server(settings, log)
  log(`Worker ${workerVersion} comes to ${settings.url.origin}`)
  let mayRenew = file !== undefined
  try {
    while (!stop.aborted) {
      const { run, renew } = await server.poll({ renews: mayRenew }, stop)
      if (renew && file !== undefined) {
        mayRenew = false
        try {
          await putInPlace(file, await server.program())
          log('The file was renewed')
          return 'renewed'
        } catch (error) {
          if (error instanceof LetOut) throw error
          log(`The file was not renewed: ${error instanceof Error ? error.message : ''}`)
        }
      }
      if (!run) continue
      log(`Run ${run.id} of ${run.connector} begins`)
      log(`Run ${run.id}: ${await runHere(run, server, settings.allowed, stop)}`)
    }
    return 'stopped'
  } catch (error) {
    if (stop.aborted) return 'stopped'
    if (!(error instanceof LetOut)) throw error
    log(error.message)
    return 'let_out'
  }
}
