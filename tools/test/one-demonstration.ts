import { shiftClock } from './clock.ts'
import { keepDemonstration, startDemonstration, type Demonstration } from './demonstration.ts'
import { onceARun } from './once-a-run.ts'

/** The demonstration for a file of unit tests, which has the machine's clock from then on, as the program that builds it; files that ask for it have it built once. */
export async function oneDemonstration(): Promise<Demonstration> {
  shiftClock(0)
  await onceARun('demonstration', async () => {
    await keepDemonstration()
    return true
  })
  return startDemonstration()
}
