import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import type { catalogTypes } from '#kit/contract/origin.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { localizedText } from '#kit/server/data/sql/columns.ts'
import {
  copyMapping,
  listSharedMappings,
  listSharedSolutions,
  listSharedThreats,
  readCatalogTypes,
  sharedLimit,
  shareMapping,
  shareSolution,
  shareThreat,
  type SharedMapping,
  type SharedSolution,
  type SharedThreat,
} from '#areas/catalog/contract/shared.ts'
import { adoptMapping } from './adopt-mappings.ts'
import { joinOwn, sharedColumns } from './own-copy.ts'

/** What others share, each in one statement: through views that show nothing else of them. */
export function sharedCalls(api: Api, resources: Resources): void {
  handle(api, 'solution', listSharedSolutions, async ({ tx }) => ({
    objects:
      await tx.run(sql<SharedSolution>`select ${sharedColumns(tx)}, ${localizedText((column) => sql.ref(`s.category_${column}`), 'name', tx.who.lang)} as category,
        s.nature, s.csf_function, s.build_days, s.yearly_internal_charge, s.yearly_cost
      from shared.solution s ${joinOwn(tx, 'solution')} order by s.identifier, s.id limit ${sharedLimit}`),
  }))
  handle(api, 'threat', listSharedThreats, async ({ tx }) => ({
    objects: await tx.run(
      sql<SharedThreat>`select ${sharedColumns(tx)} from shared.threat s ${joinOwn(tx, 'threat')} order by s.identifier, s.id limit ${sharedLimit}`,
    ),
  }))
  handle(api, 'mapping_set', listSharedMappings, async ({ tx }) => ({
    objects: await tx.run(sql<SharedMapping>`select ${sharedColumns(tx)}, s.source_framework_urn, s.target_framework_urn,
        (select count(*) from shared.mapping_pair p where p.mapping_set_id = s.id) as pairs
      from shared.mapping_set s ${joinOwn(tx, 'mapping_set')} order by s.identifier, s.id limit ${sharedLimit}`),
  }))
  handle(api, 'mapping_set', copyMapping, async ({ tx, body, translate }) => ({
    message: translate('kit.messages.copied'),
    object: { id: await adoptMapping(tx, resources, body.id) },
  }))
  handle(api, 'shared_catalog', readCatalogTypes, async ({ tx }) => ({ objects: await typesHere(tx) }))
  handle(api, 'solution', shareSolution, async ({ tx, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await share(tx, resources, 'solution', params.id, body),
  }))
  handle(api, 'threat', shareThreat, async ({ tx, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await share(tx, resources, 'threat', params.id, body),
  }))
  handle(api, 'mapping_set', shareMapping, async ({ tx, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await share(tx, resources, 'mapping_set', params.id, body),
  }))
}

type CatalogType = (typeof catalogTypes)[number]

const typesHere = async (tx: Tx): Promise<CatalogType[]> => (await tx.first(sql<{ types: CatalogType[] }>`select own_catalog_types() as types`))?.types ?? []

interface Sharing {
  readonly catalog_type: CatalogType
  readonly version?: number | undefined
}

/** Says for whom a row of a catalog is; throws INVALID for what the customer may not say: an organisation's own is its own. */
export async function share(tx: Tx, resources: Resources, entity: string, id: number, { catalog_type, version }: Sharing): Promise<{ id: number }> {
  const resource = resourceOf(resources, entity)
  const grant = authorizeVerb(tx, resource, 'update')
  await getRow(tx, authorize(tx.who, resource.def.rights.read ?? 'session'), resource, resources, id)
  if (!(await typesHere(tx)).includes(catalog_type)) throw invalidField('catalog_type', 'catalog.errors.not_to_be_shared')
  return updateRow(tx, grant, resource, resources, id, { catalog_type }, { action: 'share', ...(version && { version }) })
}
