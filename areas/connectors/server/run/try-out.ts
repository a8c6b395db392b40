import type { GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import type { Preview, TestResult } from '#areas/connectors/contract/calls.ts'
import { AdapterFault, type Config } from '#areas/connectors/server/adapters/adapter.ts'
import type { Offered } from '#areas/connectors/server/offered.ts'
import { clean } from './clean.ts'
import { faultOf, reachOf } from './reach.ts'

/** A person waits for it. */
const testWithin = 30_000

/** Asks a service whether it lets in; whatever happens is an answer. */
export async function tryOut({ test, definition }: Offered, config: Config, fetch: GuardedFetch): Promise<TestResult> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  const told = clean(definition, config)
  const nothing = { as: null, may_read: [], missing: [], told: null }
  // What is inside somebody's network is tried by its first run there.
  if (definition.needsWorker) return { ...nothing, passed: false, reason: 'worker', took: 0 }
  try {
    const answer = await test(config, reachOf(fetch, { signal: AbortSignal.timeout(testWithin), say: () => {} }))
    return { passed: true, as: told(answer.as), may_read: [...answer.mayRead], missing: [...answer.missing], reason: null, told: null, took: took() }
  } catch (error) {
    const fault = faultOf(error)
    return { ...nothing, passed: false, reason: fault.reason, told: told(fault.told), took: took() }
  }
}

/** The most of a node that is shown. */
const mostShown = 200

/** What an expression names in the first page of what a service answers. */
export async function look(
  { preview, definition }: Offered,
  config: Config,
  { path, take }: { readonly path: string; readonly take: string },
  fetch: GuardedFetch,
): Promise<Preview> {
  const told = clean(definition, config)
  try {
    if (!preview) throw new AdapterFault('unexpected')
    const { nodes, total, value } = await preview(config, path, take, reachOf(fetch, { signal: AbortSignal.timeout(testWithin), say: () => {} }))
    return {
      nodes: nodes.map((node) =>
        told(JSON.stringify(node) ?? '')
          .slice(0, mostShown)
          .toWellFormed(),
      ),
      total,
      value,
      reason: null,
      told: null,
    }
  } catch (error) {
    const fault = faultOf(error)
    return { nodes: [], total: 0, value: null, reason: fault.reason, told: told(fault.told) }
  }
}
