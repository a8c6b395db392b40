import { sql } from 'kysely'
import { joinOwn } from '#areas/catalog/server/index.ts'
import type { PageFinding, PageState } from '#kit/server/http/area.ts'

/** How many days a shared policy is new. */
const newFor = 30

/** What the shared catalogue says on the page of administration: policies that came lately, and newer versions of those that were copied. */
export const sharedStates: readonly PageState[] = [
  {
    page: '/admin/catalog/policies',
    tone: 'new',
    words: 'policies.administration.shared',
    right: 'shared_catalog.read',
    found: (tx) => sql<PageFinding>`select jsonb_build_object('count', count(*)) from shared.policy s ${joinOwn(tx, 'policy')}
      where s.customer_id <> ${tx.customerId}
        and case when own.reference is null then s.published_at >= ${tx.today}::date - ${newFor}::int else own.origin_version < s.version end`,
  },
]
