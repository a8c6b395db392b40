import { sql } from 'kysely'
import { z } from 'zod'
import { badParameters } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'

const everyRow = { filters: () => [] }
const asked = z.strictObject({
  /** Of which entities, with commas between them; 50 at most. */
  entities: z
    .string()
    .min(1)
    .max(2000)
    .transform((text) => [...new Set(text.split(','))]),
})

/** `GET /administration/counts`: how many rows of each entity the reader finds, in one statement; of what is not theirs to read nothing is said. */
export function administrationRoute(api: Api, resources: Resources): void {
  const counts = z.partialRecord(z.string(), z.int())
  api.add(
    {
      method: 'GET',
      path: '/administration/counts',
      tag: 'administration',
      summary: 'Count the rows of several entities',
      access: 'session',
      query: asked,
      answer: z.object({ object: counts }),
    },
    async ({ tx, who, query }) => {
      const { entities }: z.output<typeof asked> = query
      const found = entities.flatMap((name) => resources.get(name) ?? [])
      if (found.length < entities.length || entities.length > 50) throw badParameters({ entities: [{ key: 'kit.errors.invalid_value' }] })
      const columns = found
        .filter(({ def }) => can(who, def.rights.read))
        .map((resource) => sql`${figureCount(resource, everyRow, who, tx.today)}::int as ${sql.ref(resource.def.name)}`)
      return { object: columns.length > 0 ? await tx.first(sql<Record<string, number>>`select ${sql.join(columns)}`) : {} }
    },
  )
}
