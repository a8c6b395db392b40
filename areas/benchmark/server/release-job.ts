import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { comparedOrganisations, providerCustomer } from '#areas/tenancy/server/index.ts'
import { dueQuarter, releaseDay } from '#areas/benchmark/contract/quarter.ts'
import { contribute } from './contribute.ts'
import { isReleased, makeRelease } from './make-release.ts'

/** Days after a release is due for which one organisation whose scores cannot be read keeps the others waiting. */
const patience = 7

/** Each night the provider looks whether a release is due. Every organisation writes down its own, in itself; then the provider's role publishes. Run again, it goes on where it stopped. */
export const releaseJob = (api: Promise<Api>): LongJob => ({
  name: 'benchmark_release',
  schedule: '20 3 * * *',
  runLong: async ({ apart }) => {
    const { customerId, today } = await apart(async (tx) => ({ customerId: tx.customerId, today: tx.today }))
    const quarter = dueQuarter(today)
    if (customerId !== providerCustomer || quarter === null) return
    await release((await api).ports.db, quarter, today)
  },
})

/** Makes the release of a quarter, where there is none yet. */
export async function release(db: DatabaseAccess, quarter: string, today: string, at?: Date): Promise<void> {
  const asProvider = <T>(work: (tx: Tx) => Promise<T>) =>
    db.transaction(
      providerCustomer,
      async (tx) => {
        tx.act(systemWho(providerCustomer, 'benchmark_release', `benchmark ${quarter}`))
        return work(tx)
      },
      { provider: true, background: true, ...(at && { at }) },
    )
  const organisations = await asProvider(async (tx) => ((await isReleased(tx, quarter)) ? [] : comparedOrganisations(tx)))
  const failures: unknown[] = []
  for (const { id, lang, time_zone: timeZone, ...profile } of organisations) {
    try {
      await db.transaction(
        id,
        async (tx) => {
          tx.act(systemWho(id, 'benchmark_release', `benchmark ${quarter}`, lang, timeZone))
          await contribute(tx, quarter, profile)
        },
        { background: true, ...(at && { at }) },
      )
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0 && daysBetween(releaseDay(quarter), today) < patience)
    throw new AggregateError(failures, `${failures.length} organisations could not bring their scores`)
  // Whoever left meanwhile is not in it.
  await asProvider(async (tx) =>
    makeRelease(
      tx,
      quarter,
      (await comparedOrganisations(tx)).map(({ id }) => id),
    ),
  )
}

const daysBetween = (from: string, to: string) => (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
