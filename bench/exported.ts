import { setTimeout as pause } from 'node:timers/promises'
import type { Visitor } from './http-client.ts'

/** Asks for a file of all actions and does something over and over until it is there; answers how long that took. */
export async function exported(person: Visitor, meanwhile: () => Promise<void> = () => pause(50)): Promise<number> {
  const start = performance.now()
  const { object } = JSON.parse((await person.call('POST', '/remediation/export', { queryParams: {} })).body.toString()) as { object: { job_id: string } }
  for (;;) {
    const { object: state } = JSON.parse((await person.call('GET', `/export/${object.job_id}`)).body.toString()) as { object: { status: string } }
    if (state.status === 'done') return performance.now() - start
    if (state.status !== 'pending' || performance.now() - start > 300_000) throw new Error(`An export is ${state.status}`)
    await meanwhile()
  }
}
