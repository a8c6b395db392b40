import { sql, type RawBuilder } from 'kysely'

/** The group of the latest version of a framework in which a node stands, for questions that came with it. */
export const nodePlace = (
  customerId: number,
  node: RawBuilder<unknown>,
) => sql`select jsonb_build_object('urn', coalesce(g.urn, ''), 'name_en', coalesce(g.name_en, g.identifier), 'name_fr', coalesce(g.name_fr, g.identifier)) as names
  from control c left join control_group g on g.customer_id = c.customer_id and g.id = c.control_group_id
  where c.customer_id = ${customerId} and c.urn = ${node} order by c.id desc limit 1`

/** Whether a requirement of this key stands in a policy of the customer's that is not archived. */
export const knownNode = (customerId: number, key: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from control_lineage l join policy o on o.customer_id = l.customer_id and o.id = l.policy_id and not o.archived
    where l.customer_id = ${customerId} and l.key = ${key})`
