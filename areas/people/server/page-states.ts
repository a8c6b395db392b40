import { sql } from 'kysely'
import { only } from '#kit/contract/figure.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import type { PageFinding, PageState } from '#kit/server/http/area.ts'
import { members } from './members.ts'

/** How many days before its end an access is worth a word. */
const saidBefore = 14

const users = { page: '/admin/users', right: 'member.write' } as const

/** What users say on the page of administration, for those who may change them: accesses about to end, and people who wait to be let in. */
export const userStates: readonly PageState[] = [
  {
    ...users,
    tone: 'warn',
    words: 'people.administration.ending',
    found: (tx) => sql<PageFinding>`select jsonb_build_object('count', count(*), 'day', min(m.access_end)) from member m
      where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER' and not m.archived and not m.disabled
        and m.access_end between ${tx.today}::date and ${tx.today}::date + ${saidBefore}::int`,
  },
  {
    ...users,
    tone: 'new',
    words: 'people.administration.waiting',
    found: (tx) =>
      sql<PageFinding>`select jsonb_build_object('count', ${figureCount(members, { filters: () => [only('awaits_approval', true)] }, tx.who, tx.today)})`,
  },
]
