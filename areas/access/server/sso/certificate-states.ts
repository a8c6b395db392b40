import { sql } from 'kysely'
import type { PageFinding, PageState } from '#kit/server/http/area.ts'
import { certificatesEnding } from '#areas/access/server/facts.ts'
import { warningDays } from './expiry-job.ts'

const ways = { page: '/admin/auth_config', right: 'auth_config.read' } as const

/** What the ways to sign in say on the page of administration: nobody comes in by an identity provider whose certificate has ended. */
export const certificateStates: readonly PageState[] = [
  {
    ...ways,
    tone: 'bad',
    words: 'access.administration.certificate_over',
    found: (tx) => sql<PageFinding>`select jsonb_build_object('count', count(*), 'day', min(c.certificate_expires_on))
      from ${certificatesEnding(tx.customerId, sql`${tx.today}::date - 1`)} c`,
  },
  {
    ...ways,
    tone: 'warn',
    words: 'access.administration.certificate_ends',
    found: (tx) => sql<PageFinding>`select jsonb_build_object('count', count(*), 'day', min(c.certificate_expires_on))
      from ${certificatesEnding(tx.customerId, sql`${tx.today}::date + ${warningDays}::int`)} c where c.certificate_expires_on >= ${tx.today}::date`,
  },
]
