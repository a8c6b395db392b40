import { sql, type RawBuilder } from 'kysely'
import type { Criterion } from '#areas/assets/contract/criteria.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'

/** The highest need of a business value. */
export const highestNeed = (of: (criterion: Criterion) => RawBuilder<unknown>) =>
  sql`greatest(${of('availability')}, ${of('integrity')}, ${of('confidentiality')}, ${of('traceability')})`

const ofValue = (criterion: Criterion) => sql`v.${sql.ref(criterion)}`

/**
 * The need of every asset of the organisation, by its id: what its business values need, handed down along dependencies. Each level comes to an asset once, so
 * that loops end. It speaks of no row in particular, and so is worked out once for a whole list.
 */
const inheritedBy = (need: RawBuilder<unknown>) => sql`(with recursive handed (id, need) as (
    select l.owner_id, ${need} from business_value v
      join supporting_asset__business_values l on l.customer_id = v.customer_id and l.target_id = v.id
      where v.customer_id = current_customer() and ${need} is not null
    union
    select d.target_id, h.need from handed h
      join supporting_asset__dependencies d on d.customer_id = current_customer() and d.owner_id = h.id)
  select jsonb_object_agg(n.id, n.need) from (select h.id, max(h.need) as need from handed h group by h.id) n)`

const inherited =
  (need: RawBuilder<unknown>): Derived =>
  (row) =>
    sql`(${inheritedBy(need)} ->> ${row('id')}::text)::int`

export const inheritedNeeds = {
  need: inherited(highestNeed(ofValue)),
  need_availability: inherited(ofValue('availability')),
  need_integrity: inherited(ofValue('integrity')),
  need_confidentiality: inherited(ofValue('confidentiality')),
  need_traceability: inherited(ofValue('traceability')),
} satisfies Readonly<Record<string, Derived>>
