import { AppError } from '#kit/contract/errors.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources, type StoredOf } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, CallContext } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  addProposed,
  compareAnalyses,
  generateScenarios,
  linkExisting,
  readGeneration,
  readProposal,
  readPublication,
  validateAnalysis,
} from '#areas/analyses/contract/calls.ts'
import type { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import { comparisonOf } from './comparison.ts'
import { linkExistingMeasures } from './existing.ts'
import { askForScenarios, generationOf } from './generate.ts'
import { proposalOf } from './propose.ts'
import { publicationOf } from './publish.ts'
import { storedAnalysis } from './stored.ts'

/** What a pilot does with an analysis beside writing it. */
export function analysisCalls(api: Api, resources: Resources): void {
  const analyses = () => resourceOf(resources, 'risk_analysis')
  const rowOf = (tx: Tx, id: number) => getRow(tx, authorizeVerb(tx, analyses(), 'read'), analyses(), resources, id)
  const held = async (tx: Tx, id: number, version?: number) =>
    (await lockRow(tx, authorizeVerb(tx, analyses(), 'update'), analyses(), resources, id, 'update', version)) as StoredOf<typeof riskAnalysis>
  const write = async ({ tx, translate }: Pick<CallContext, 'tx' | 'translate'>, id: number, changes: Changes, action: string, version?: number) => {
    await updateRow(tx, authorizeVerb(tx, analyses(), 'update'), analyses(), resources, id, changes, { action, ...(version !== undefined && { version }) })
    const { key, values } = tx.confirmation ?? { key: 'kit.messages.saved' }
    return { message: translate(key, values), object: await rowOf(tx, id) }
  }

  handle(api, 'risk_analysis', readProposal, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    const { supporting_assets: assets, threats } = await proposalOf(tx, resources, params.id)
    return { object: { supporting_assets: assets.length, threats: threats.length } }
  })
  handle(api, 'risk_analysis', addProposed, async (context) => {
    const { tx, params, body } = context
    await held(tx, params.id, body.version)
    const { [body.part]: more } = await proposalOf(tx, resources, params.id)
    const there = (await rowOf(tx, params.id))[body.part] as readonly { readonly id: number }[]
    tx.confirmation = { key: `analyses.messages.added_${body.part}`, values: { count: more.length } }
    return write(context, params.id, { [body.part]: [...there.map(({ id }) => id), ...more] }, 'propose')
  })

  handle(api, 'risk_analysis', linkExisting, async ({ tx, params, translate }) => {
    await rowOf(tx, params.id)
    const object = await linkExistingMeasures(tx, resources, params.id)
    return { message: translate('analyses.messages.linked', { count: object.measures }), object }
  })

  handle(api, 'risk_analysis', readGeneration, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    return { object: await generationOf(tx, params.id) }
  })
  handle(api, 'risk_analysis', generateScenarios, async ({ tx, params, body }) => {
    const row = await held(tx, params.id, body.version)
    if (row.status === 'VALIDATED') throw new AppError('CONFLICT', 'analyses.errors.validated')
    await askForScenarios(tx, params.id)
    return { object: await generationOf(tx, params.id) }
  })

  handle(api, 'risk_analysis', readPublication, async ({ tx, params }) => {
    await rowOf(tx, params.id)
    return { object: await publicationOf(tx, await storedAnalysis(tx, params.id)) }
  })
  handle(api, 'risk_analysis', validateAnalysis, async (context) => {
    const { tx, params, body } = context
    const row = await rowOf(tx, params.id)
    if (row.status === 'VALIDATED') throw new AppError('CONFLICT', 'analyses.errors.validated')
    return write(context, params.id, { status: 'VALIDATED', step: 6 }, 'validate', body.version)
  })
  handle(api, 'risk_analysis', compareAnalyses, async ({ tx, params }) => {
    const row = (await rowOf(tx, params.id)) as { readonly previous?: { readonly id: number; readonly name: string | null; readonly hidden?: true } | null }
    // Of a study that the reader may not open nothing is told, what it found neither.
    const previous = row.previous && !row.previous.hidden ? { id: row.previous.id, name: row.previous.name } : null
    return { object: { previous, lines: await comparisonOf(tx, params.id, previous?.id ?? null) } }
  })
}
