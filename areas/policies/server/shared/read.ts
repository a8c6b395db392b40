import { sql, type RawBuilder } from 'kysely'
import { joinOwn, sharedColumns } from '#areas/catalog/server/index.ts'
import { notFound } from '#kit/contract/errors.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { SharedContent, SharedPolicy } from '#areas/policies/contract/shared.ts'

type Stored = Omit<SharedPolicy, 'published_at'> & { readonly published_at: Date | null }

const select = (tx: Tx, condition: RawBuilder<unknown>) =>
  tx.run(sql<Stored>`select ${sharedColumns(tx)}, s.kind, s.provider, s.number, s.published_at,
      (select count(*) from shared.control_group g where g.policy_id = s.id) as groups,
      (select count(*) from shared.control c where c.policy_id = s.id) as requirements,
      (select count(distinct x.solution_id) from shared.control_solution x where x.policy_id = s.id) as models
    from shared.policy s ${joinOwn(tx, 'policy')} where ${condition} order by s.catalog_type desc, s.identifier, s.id limit 500`)

const shown = ({ published_at, ...row }: Stored): SharedPolicy => ({ ...row, published_at: published_at?.toISOString() ?? null })

/** Every policy that is shared with the customer, in one statement. */
export const listShared = async (tx: Tx): Promise<SharedPolicy[]> => (await select(tx, sql`true`)).map(shown)

/** One of them, whole; throws NOT_FOUND for what is not shared, as for what is not there. */
export async function readShared(tx: Tx, id: number): Promise<SharedPolicy & SharedContent> {
  const { lang } = tx.who
  const [[policy], groups, requirements] = await Promise.all([
    select(tx, sql`s.id = ${id}`),
    tx.run(sql<
      SharedContent['groups'][number]
    >`select g.id, g.parent_id, g.identifier, ${localizedText(rowRef('g'), 'name', lang)} as name, g.position as "order"
      from shared.control_group g where g.policy_id = ${id} order by g.position, g.id`),
    tx.run(sql<
      SharedContent['requirements'][number]
    >`select c.id, c.control_group_id as group_id, c.identifier, ${localizedText(rowRef('c'), 'name', lang)} as name,
        ${localizedText(rowRef('c'), 'description', lang)} as description, c.position as "order", coalesce(m.models, '[]') as models
      from shared.control c
        left join (select x.control_id, jsonb_agg(jsonb_build_object('identifier', o.identifier, 'name', ${localizedText(rowRef('o'), 'name', lang)}, 'share', x.share)
            order by o.identifier) as models
          from shared.control_solution x join shared.solution o on o.id = x.solution_id where x.policy_id = ${id} group by x.control_id) as m on m.control_id = c.id
      where c.policy_id = ${id} order by c.position, c.id`),
  ])
  if (!policy) throw notFound()
  return { ...shown(policy), groups, requirements } as SharedPolicy & SharedContent
}
