import { sql } from 'kysely'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { indicatorScales, scaleUsage } from '#areas/scales/contract/calls.ts'
import { isInUse } from './in-use.ts'
import { scaleResource } from './scale.ts'

type Scales = { id: number; identifier: string; name: string | null; is_default: boolean; indicator_levels: never[] }[]

/** What the kit does not derive for scales. */
export function scaleCalls(api: Api, resources: Resources): void {
  handle(api, 'scale', indicatorScales, async ({ tx, who }) => ({
    objects: await tx.run(
      sql<Scales[number]>`select s.id, s.identifier, ${localizedText(rowRef('s'), 'name', who.lang)} as name, s.is_default,
        (select coalesce(jsonb_agg(jsonb_build_object('value', l.value, 'name', ${localizedText(rowRef('l'), 'name', who.lang)}, 'name_en', l.name_en,
          'name_fr', l.name_fr, 'low', l.low, 'high', l.high, 'color', l.color) order by l.low), '[]')
          from scale__levels l where l.customer_id = s.customer_id and l.owner_id = s.id) as indicator_levels
      from scale s where s.customer_id = ${tx.customerId} and s.type = 'indicator' order by s.is_default desc, s.id`,
    ),
  }))

  handle(api, 'scale', scaleUsage, async ({ tx, grant, params }) => {
    const { id, type, is_default } = await getRow(tx, grant, scaleResource, resources, params.id)
    return { object: { in_use: await isInUse({ tx, resources }, { id, type: String(type), is_default: is_default === true }) } }
  })
}
