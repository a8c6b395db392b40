import pg from 'pg'

/**
 * When tests take place, wherever and whenever they run: a Wednesday morning in the middle of a month, far from a change of the clocks. `TESTS_AT` names another
 * moment, such as `2026-11-29T23:30:00Z`.
 */
export const testsAt = new Date(process.env.TESTS_AT ?? '2026-11-18T09:00:00Z')

const RealDate = Date
let shift = 0

/** A clock that is this many milliseconds ahead; it goes on, since a version that lasted no time would be a fault. Timers are those of the machine. */
const ShiftedDate = new Proxy(RealDate, {
  construct: (target, given: unknown[], made) => Reflect.construct(target, given.length === 0 ? [RealDate.now() + shift] : given, made) as Date,
  apply: () => new ShiftedDate().toString(),
  get: (target, name, receiver) => (name === 'now' ? shiftedNow : (Reflect.get(target, name, receiver) as unknown)),
})
const shiftedNow = () => RealDate.now() + shift

/** How far the clock of tests is ahead of the machine's when it is a certain moment, in milliseconds. */
export const shiftTo = (moment: Date): number => moment.getTime() - RealDate.now()

/** From here on this worker's clock is so far ahead of the machine's. */
export function shiftClock(milliseconds: number): void {
  shift = milliseconds
  globalThis.Date = ShiftedDate
}

/** The same for everything that a database does by its own clock: all of that asks the function `present()`. Its columns came before all that is written from here on. */
export async function shiftDatabase(ownerUrl: string, milliseconds: number): Promise<void> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query(`create or replace function present() returns timestamptz language sql volatile parallel safe as $$
      select clock_timestamp() + interval '${milliseconds} milliseconds' $$;
      update schema_column set added_at = least(added_at, moment())`)
  } finally {
    await client.end()
  }
}
