import { sql } from 'kysely'
import { z } from 'zod'
import { writtenDay } from '#kit/contract/date-order.ts'
import { can } from '#kit/server/access/authorize.ts'
import type { Api } from '#kit/server/http/api.ts'
import { pageTones, type Area, type PageFinding } from '#kit/server/http/area.ts'

const state = z.object({
  /** Of which page of administration. */
  page: z.string(),
  tone: z.enum(pageTones),
  text: z.string(),
})

/**
 * `GET /administration/states`: what each page of administration has to say of itself, the most pressing of it alone. Every area says its own, one statement
 * asks for all; of what is not the reader's nothing is looked at.
 */
export function administrationStatesRoute(api: Api, areas: readonly Area[]): void {
  const declared = areas.flatMap(({ states = [] }) => states).toSorted((a, b) => pageTones.indexOf(a.tone) - pageTones.indexOf(b.tone))
  api.add(
    {
      method: 'GET',
      path: '/administration/states',
      tag: 'administration',
      summary: 'Tell which pages of administration ask for a look',
      access: 'session',
      answer: z.object({ objects: z.array(state) }),
    },
    async ({ tx, who, translate }) => {
      const asked = declared.filter(({ right }) => can(who, right))
      if (asked.length === 0) return { objects: [] }
      const columns = asked.map(({ words, found }) => sql`(${found(tx)}) as ${sql.id(words)}`)
      const row = await tx.first(sql<Record<string, PageFinding | null>>`select ${sql.join(columns)}`)
      const findings = asked.flatMap(({ page, tone, words }) => {
        const { count = 0, day = null } = row?.[words] ?? {}
        return count === 0 ? [] : [{ page, tone, text: translate(words, { count, date: day === null ? '' : writtenDay(day, who.dateOrder ?? who.lang) }) }]
      })
      return { objects: findings.filter(({ page }, at) => findings.findIndex((one) => one.page === page) === at) }
    },
  )
}
