import { sql } from 'kysely'
import type { PageFinding, PageState } from '#kit/server/http/area.ts'

/** What a trial says on the page of administration, at the first page that it opened: the last day of it. */
export const trialStates: readonly PageState[] = [
  {
    page: '/admin/risk_analysis_catalog/risks',
    tone: 'warn',
    words: 'tenancy.administration.trial',
    right: 'customer_option.write',
    found: (tx) => sql<PageFinding>`select jsonb_build_object('count', count(*), 'day', min(o.ends_on) - 1) from customer_option o
      where o.customer_id = ${tx.customerId} and o.type = 'RISK_ANALYSIS' and o.status = 'ON_TRIAL' and o.ends_on > ${tx.today}::date`,
  },
]
