import { sql } from 'kysely'
import { z } from 'zod'
import type { Api } from '#kit/server/http/api.ts'
import type { Area } from '#kit/server/http/area.ts'

/** `GET /contribution/count`: what waits for the one who asks, by the badge it is shown in (SHL-12); every area says its own, one statement asks for all. */
export function contributionRoute(api: Api, areas: readonly Area[]): void {
  const counts = areas.flatMap((area) => Object.entries(area.contributions ?? {}))
  const answer = z.object({ object: z.object(Object.fromEntries(counts.map(([badge]) => [badge, z.int()]))) })
  api.add({ method: 'GET', path: '/contribution/count', tag: 'contribution', summary: 'Count what waits for one', access: 'session', answer }, async ({ tx, who }) => {
    const columns = counts.map(([badge, count]) => sql`(${count(who)})::int as ${sql.ref(badge)}`)
    return { object: columns.length === 0 ? {} : await tx.first(sql`select ${sql.join(columns)}`) }
  })
}
