import { sql } from 'kysely'
import { z } from 'zod'
import { badParameters } from '#kit/contract/errors.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { rowOfWord } from '#kit/contract/one-of.ts'
import { listAnswer, referenceSchema } from '#kit/contract/row-schema.ts'
import { can } from '#kit/server/access/authorize.ts'
import { fieldsOfKind, referenceObject, rowRef } from '#kit/server/data/sql/columns.ts'
import { offered } from '#kit/server/data/lists/list-engine.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from './api.ts'

const asked = z.strictObject({
  search: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(rowLimit).default(50),
  /** Known rows by their words, `incident:12,gap:3`, in place of what a search finds. */
  rows: z
    .string()
    .max(60_000)
    .transform((text) => text.split(','))
    .optional(),
})

/** `GET /<entity>/options/<field>` for every reference to one of several entities: rows of all of them that the reader may read, by name, in one statement. */
export function oneOfRoutes(api: Api, resources: Resources): void {
  for (const { def } of resources.values()) {
    for (const [name, field] of fieldsOfKind(def, 'ref_one_of')) {
      const entities = field.options.entities ?? []
      api.add(
        {
          method: 'GET',
          path: `/${def.name}/options/${name}`,
          tag: def.name,
          summary: `List what ${name} may name, as options`,
          access: def.rights.read,
          query: asked,
          answer: listAnswer(referenceSchema.extend({ entity: z.enum(entities as [string, ...string[]]), area: z.string() })),
          tagged: true,
        },
        async ({ tx, who, query }) => {
          const { search, limit, rows: words }: z.output<typeof asked> = query
          const named = words?.map((word) => {
            const row = rowOfWord(field, word)
            if (!row) throw badParameters({ rows: [{ key: 'kit.errors.invalid_value' }] })
            return row
          })
          const t = rowRef('t')
          const branches = entities.flatMap((entity) => {
            const target = resourceOf(resources, entity)
            const ids = named?.filter((row) => row.entity === entity).map(({ id }) => id)
            if (!can(who, target.def.rights.read) || ids?.length === 0) return []
            const { name: called, where } = offered(target, who, { search, ...(ids && { ids }) })
            const says = sql`jsonb_build_object('entity', ${sql.lit(entity)}, 'area', ${sql.lit(target.def.area)})`
            return [
              sql`(select ${called}::text as name, t.id, ${referenceObject(target, t, who.lang)} || ${says} as object
                from ${sql.table(entity)} as t where ${where} order by 1, t.id limit ${limit})`,
            ]
          })
          if (branches.length === 0) return { objects: [] }
          const found = await tx.run(
            sql<{
              object: unknown
            }>`select object from (${sql.join(branches, sql` union all `)}) as offered order by name collate "und-x-icu", object ->> 'entity', id limit ${limit}`,
          )
          return { objects: found.map(({ object }) => object) }
        },
      )
    }
  }
}
