import { sql } from 'kysely'
import { z } from 'zod'
import type { Api } from '#kit/server/http/api.ts'
import type { Area } from '#kit/server/http/area.ts'

type Counts = NonNullable<Area['contributions']>
const nothing = () => sql<number>`0`
/** What the call promises, before any area counts it. */
const promised: Counts = { nb_actions: nothing, nb_runtasks: nothing, nb_evaluations: nothing }

/** `GET /contribution/count`: what waits for the one who asks, by the badge it is shown in (SHL-12); every area says its own, one statement asks for all. */
export function contributionRoute(api: Api, areas: readonly Area[]): void {
  const counts = Object.entries(areas.reduce<Counts>((all, area) => ({ ...all, ...area.contributions }), promised))
  const answer = z.object({ object: z.object(Object.fromEntries(counts.map(([badge]) => [badge, z.int()]))) })
  api.add(
    { method: 'GET', path: '/contribution/count', tag: 'contribution', summary: 'Count what waits for one', access: 'session', answer },
    async ({ tx, who }) => {
      const columns = counts.map(([badge, count]) => sql`(${count(who, tx.today)})::int as ${sql.ref(badge)}`)
      return { object: await tx.first(sql`select ${sql.join(columns)}`) }
    },
  )
}
