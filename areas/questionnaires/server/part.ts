import { sql } from 'kysely'
import { z } from 'zod'
import { invalidField } from '#kit/contract/errors.ts'
import { createSchema } from '#kit/contract/schema.ts'
import { nameKey, type PartKind, type PartMade } from '#kit/server/data/parts/part-kind.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { copiedFor, freeIdentifiers } from '#kit/server/data/store/copies.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import { structureSchema } from '#areas/questionnaires/contract/structure.ts'
import { makeQuestionnaire } from './make.ts'

const whole = z.strictObject({
  questionnaire: z.record(z.string(), z.json()),
  published: z.boolean(),
  structure: structureSchema,
})

interface Row {
  readonly id: number
  readonly said: Readonly<Record<string, string | null>>
  readonly published: boolean
  readonly structure: unknown
}

/** Questionnaires with the edition in force, or the draft where none was published. */
export const questionnairePart: PartKind = {
  entity: questionnaire.name,
  part: 'questionnaires',
  rights: { read: questionnaire.rights.read, create: questionnaire.rights.create ?? questionnaire.rights.read },
  read: async (tx, resources, ids) => {
    authorizeVerb(tx, resourceOf(resources, questionnaire.name), 'read')
    const rows =
      await tx.run(sql<Row>`select q.id, v.published_at is not null as published, v.structure, jsonb_build_object('identifier', q.identifier, 'name_en', q.name_en, 'name_fr', q.name_fr,
        'description_en', q.description_en, 'description_fr', q.description_fr, 'usage', q.usage) as said
      from questionnaire q cross join lateral (select v.published_at, v.structure from questionnaire_version v where v.customer_id = q.customer_id and v.questionnaire_id = q.id
        order by (v.edition = q.edition) desc nulls last, v.edition desc limit 1) as v
      where q.customer_id = ${tx.customerId} and not q.archived and (${ids}::bigint[] is null or q.id = any(${ids}::bigint[])) order by q.id`)
    return rows.map(({ id, said, published, structure }) => ({
      id,
      name: said.name_en ?? said.name_fr ?? said.identifier ?? '',
      values: { questionnaire: said, published, structure },
      names: {},
    }))
  },
  write: async (tx, resources, items) => {
    const resource = resourceOf(resources, questionnaire.name)
    const there = await tx.run(
      sql<{
        en: string | null
        fr: string | null
      }>`select shown_name(name_en, name_fr) as en, shown_name(name_fr, name_en) as fr from questionnaire where customer_id = ${tx.customerId} order by id`,
    )
    const names = new Set(there.map(({ en, fr }) => nameKey(en, fr)))
    const made: PartMade[] = []
    for (const { name, values } of items) {
      const wrong = (error: z.ZodError) => invalidField('file', 'kit.errors.part_item', { name, field: error.issues[0]?.path.join('.') ?? '' })
      const parsed = whole.safeParse(values)
      if (!parsed.success) throw wrong(parsed.error)
      const { questionnaire: said, published, structure } = parsed.data
      if (names.has(nameKey(said.name_en, said.name_fr))) {
        made.push({ name, made: false })
        continue
      }
      const [identifier] = await freeIdentifiers(tx, resource, [String(said.identifier)])
      const checked = createSchema(questionnaire).safeParse({ ...said, identifier })
      if (!checked.success) throw wrong(checked.error)
      const changes = { ...checked.data, catalog_type: await copiedFor(tx) }
      await makeQuestionnaire(tx, resources, { changes, structure, action: 'import', published })
      made.push({ name, made: true })
    }
    return made
  },
}
