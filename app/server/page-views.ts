import { sql } from 'kysely'
import { z } from 'zod'
import { badParameters } from '#kit/contract/errors.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Job } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'

/** A page's address with its ids masked, as the browser sends it in `x-page`: no letter of an id or token can stand in it. */
const maskedPath = /^\/(?:(?:[a-z][a-z0-9_-]{0,30}|:id)(?:\/(?:[a-z][a-z0-9_-]{0,30}|:id)){0,9})?$/

/** `POST /analytics/page_view`: notes a page that was opened (NAV-53); at most sixty a minute of one person. */
export function pageViewRoute(api: Api): void {
  api.add(
    {
      method: 'POST',
      path: '/analytics/page_view',
      tag: 'analytics',
      summary: 'Note that a page was opened',
      access: 'session',
      body: z.strictObject({}),
      answer: z.object({}),
      whilePending: true,
    },
    async ({ tx, who, request }) => {
      const page = request.headers['x-page']
      if (typeof page !== 'string' || !maskedPath.test(page)) throw badParameters()
      await consume(api.ports.db, `page-view:${tx.customerId}:${who.memberId}`, 60, 60)
      await tx.run(sql`insert into page_view (customer_id, member_id, path, at) values (${tx.customerId}, ${who.memberId}, ${page}, ${api.ports.now()})`)
      return {}
    },
  )
}

/** Forgets which pages were opened more than ninety days ago. */
export const forgetPageViews: Job = {
  name: 'page_view.forget',
  schedule: '20 3 * * *',
  run: async ({ tx }) => {
    await tx.run(sql`delete from page_view where customer_id = ${tx.customerId} and at < (select present()) - interval '90 days'`)
  },
}
