import { keepDemonstration, startDemonstration, type Demonstration } from './demonstration.ts'
import { onceARun } from './once-a-run.ts'

/** The demonstration for a file of unit tests; files that ask for it at the same time have it built once. */
export async function oneDemonstration(): Promise<Demonstration> {
  await onceARun('demonstration', async () => {
    await keepDemonstration()
    return true
  })
  return startDemonstration()
}
