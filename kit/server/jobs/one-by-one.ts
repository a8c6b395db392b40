/**
 * Does something for each of many, each for itself: one that fails holds no other up. Throws at the end, naming those that failed and why, so that the job is told of and
 * tried again; whatever was done for the others stays.
 */
export async function oneByOne(ids: readonly number[], what: string, work: (id: number) => Promise<unknown>): Promise<void> {
  const failed: { readonly id: number; readonly reason: unknown }[] = []
  for (const id of ids)
    try {
      await work(id)
    } catch (reason) {
      failed.push({ id, reason })
    }
  if (failed.length === 0) return
  throw new AggregateError(
    failed.map(({ reason }) => reason),
    `${what}: ${failed.map(({ id, reason }) => `${id} (${reason instanceof Error ? reason.message : String(reason)})`).join(', ')}`,
  )
}
