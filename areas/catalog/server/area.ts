import { sql } from 'kysely'
import { z } from 'zod'
import { everyRow } from '#kit/server/access/row-rule.ts'
import { defineResource, type Resources, type AnyWrite } from '#kit/server/data/resource.ts'
import { getRow } from '#kit/server/data/get-row.ts'
import { guardTypedIdentifier } from '#kit/server/data/typed-identifier.ts'
import type { Api } from '#kit/server/http/api.ts'
import { resourceOf } from '#kit/server/data/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { category } from '#areas/catalog/contract/category.ts'
import { label } from '#areas/catalog/contract/label.ts'
import { mappingSet, relationships } from '#areas/catalog/contract/mapping-set.ts'
import { question } from '#areas/catalog/contract/question.ts'
import { catalogFeatures, catalogRights } from '#areas/catalog/contract/rights.ts'
import { riskMatrix } from '#areas/catalog/contract/risk-matrix.ts'
import { solution } from '#areas/catalog/contract/solution.ts'
import { threat } from '#areas/catalog/contract/threat.ts'
import { en } from '#areas/catalog/locales/en.ts'
import { fr } from '#areas/catalog/locales/fr.ts'
import { adoptedCopy } from './shared/own-copy.ts'
import { adoptOne } from './shared/adopt.ts'
import { sharedCalls } from './shared/calls.ts'

/** A tenant's catalogue holds its own copies: whoever holds the right reaches all of them. */
const shared = { read: everyRow, create: everyRow, update: everyRow, delete: everyRow }

/** Longer ones only come with what is imported (FRM-32). */
const plainIdentifiers = (contexts: readonly AnyWrite[]) => contexts.forEach((context) => guardTypedIdentifier(context, 32))

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
  resources: [
    defineResource({ def: category, rules: shared }),
    defineResource({ def: label, rules: shared }),
    defineResource({
      def: solution,
      rules: shared,
      derived: { adopted: adoptedCopy('solution') },
      fork: { without: ['archived'], adopt: adoptOne('solution') },
      beforeWrites: plainIdentifiers,
    }),
    defineResource({ def: threat, rules: shared, fork: { without: [], adopt: adoptOne('threat') }, beforeWrites: plainIdentifiers }),
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
  },
  locales: { en, fr },
}
