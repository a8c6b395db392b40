import { sql } from 'kysely'
import { z } from 'zod'
import { everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource, type Resources, type AnyWrite } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { guardTypedIdentifier } from '#kit/server/data/resources/typed-identifier.ts'
import type { Api } from '#kit/server/http/api.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { category } from '#areas/catalog/contract/category.ts'
import { label } from '#areas/catalog/contract/label.ts'
import { mappingSet, relationships } from '#areas/catalog/contract/mapping-set.ts'
import { question } from '#areas/catalog/contract/question.ts'
import { catalogFeatures, catalogRights } from '#areas/catalog/contract/rights.ts'
import { businessValueModel } from '#areas/catalog/contract/business-value-model.ts'
import { indicatorModel } from '#areas/catalog/contract/indicator-model.ts'
import { metricModel } from '#areas/catalog/contract/metric-model.ts'
import { remediationModel } from '#areas/catalog/contract/remediation-model.ts'
import { riskMatrix } from '#areas/catalog/contract/risk-matrix.ts'
import { riskModel } from '#areas/catalog/contract/risk-model.ts'
import { runtaskModel } from '#areas/catalog/contract/runtask-model.ts'
import { solution } from '#areas/catalog/contract/solution.ts'
import { supportingAssetModel } from '#areas/catalog/contract/supporting-asset-model.ts'
import { threat } from '#areas/catalog/contract/threat.ts'
import { en } from '#areas/catalog/locales/en.ts'
import { fr } from '#areas/catalog/locales/fr.ts'
import { guardIndicatorModels, guardMetricModels } from './measured-models.ts'
import { adoptedCopy } from './shared/own-copy.ts'
import { adoptOne } from './shared/adopt.ts'
import { modelCalls } from './shared/model-calls.ts'
import { sharedCalls } from './shared/calls.ts'
import { catalogParts } from './parts.ts'

/** A tenant's catalogue holds its own copies: whoever holds the right reaches all of them. */
const shared = { read: everyRow, create: everyRow, update: everyRow, delete: everyRow }

/** Longer ones only come with what is imported (FRM-32). */
const plainIdentifiers = (contexts: readonly AnyWrite[]) => contexts.forEach((context) => guardTypedIdentifier(context, 32))

/** What every model has: described once and used in many places, with where it was copied from. */
const model = (entity: string, guard?: (contexts: readonly AnyWrite[]) => Promise<void>) => ({
  rules: shared,
  derived: { adopted: adoptedCopy(entity) },
  fork: { without: ['archived'] as const, adopt: adoptOne(entity) },
  beforeWrites: async (contexts: readonly AnyWrite[]) => {
    plainIdentifiers(contexts)
    await guard?.(contexts)
  },
})

const pairSchema = z.object({
  id: z.int(),
  source_urn: z.string(),
  target_urn: z.string(),
  relationship: z.enum(relationships),
  rationale: z.string().nullable(),
  strength: z.number().nullable(),
})

function pairsCall(api: Api, resources: Resources): void {
  api.add(
    {
      method: 'GET',
      path: '/mapping_set/{id}/pairs',
      tag: 'mapping_set',
      summary: 'Read the pairs of a mapping set',
      access: 'mapping_set.read',
      query: z.strictObject({ offset: z.coerce.number().int().min(0).default(0), limit: z.coerce.number().int().min(1).max(6000).default(200) }),
      answer: z.object({ objects: z.array(pairSchema), total: z.int() }),
    },
    async ({ tx, grant, params, query }) => {
      await getRow(tx, grant, resourceOf(resources, 'mapping_set'), resources, params.id)
      const { offset, limit }: { offset: number; limit: number } = query
      const mine = sql`customer_id = ${tx.customerId} and mapping_set_id = ${params.id}`
      const [objects, count] = await Promise.all([
        tx.run(
          sql<
            Record<string, unknown>
          >`select id, source_urn, target_urn, relationship, rationale, strength from mapping_pair where ${mine} order by id limit ${limit} offset ${offset}`,
        ),
        tx.first(sql<{ total: number }>`select count(*) as total from mapping_pair where ${mine}`),
      ])
      return { objects, total: count?.total ?? 0 }
    },
  )
}

export const catalog: Area = {
  name: 'catalog',
  rights: catalogRights,
  features: catalogFeatures,
  tables: ['mapping_pair'],
  resources: [
    defineResource({ def: category, rules: shared }),
    defineResource({ def: label, rules: shared }),
    // Before what names them.
    defineResource({ def: metricModel, ...model('metric_model', guardMetricModels) }),
    defineResource({ def: indicatorModel, ...model('indicator_model', guardIndicatorModels) }),
    defineResource({ def: runtaskModel, ...model('runtask_model') }),
    defineResource({ def: solution, ...model('solution') }),
    defineResource({ def: remediationModel, ...model('remediation_model') }),
    defineResource({ def: threat, ...model('threat') }),
    defineResource({ def: supportingAssetModel, ...model('supporting_asset_model') }),
    defineResource({ def: businessValueModel, ...model('business_value_model') }),
    defineResource({ def: riskModel, ...model('risk_model') }),
    defineResource({ def: riskMatrix, rules: shared }),
    defineResource({ def: question, rules: shared }),
    defineResource({
      def: mappingSet,
      rules: shared,
      derived: { pairs: (row) => sql`(select count(*) from mapping_pair p where p.customer_id = ${row('customer_id')} and p.mapping_set_id = ${row('id')})` },
    }),
  ],
  calls: (api, resources) => {
    pairsCall(api, resources)
    sharedCalls(api, resources)
    modelCalls(api, resources)
  },
  exposes: { categories: 'category', labels: 'label', measure_models: 'solution', threats: 'threat' },
  get parts() {
    return catalogParts(this.resources)
  },
  locales: { en, fr },
}
