import { sql } from 'kysely'
import type { z } from 'zod'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { offerEvidence } from '#areas/evidence/contract/calls.ts'
import { evidenceDerived } from './derived.ts'
import { evidenceRules } from './rules.ts'
import { lastShown } from './evidence-places.ts'

type Offered = z.infer<typeof offerEvidence.answer>

interface Asked {
  readonly search: string
  readonly files?: readonly number[] | undefined
  readonly limit: number
}

/** Evidence to choose from and what holds the same as files that were sent but are attached to nothing; two statements at most. */
export async function offeredEvidence(tx: Tx, { search, files = [], limit }: Asked): Promise<Offered> {
  const e = rowRef('e')
  const { who } = tx
  const name = localizedText(e, 'name', who.lang)
  const columns = sql`e.id, e.identifier, coalesce(${name}, e.identifier) as name, ${evidenceDerived.state(e, who.lang)} as state`
  const readable = sql`e.customer_id = ${tx.customerId} and ${asSql(evidenceRules.read(e, who))}`
  const found = search === '' ? sql`true` : sql`(strpos(fold(coalesce(${name}, '')), fold(${search})) > 0 or strpos(fold(e.identifier), fold(${search})) > 0)`
  const objects = await tx.run(sql<Offered['objects'][number]>`
    with used as (${lastShown(tx.customerId)})
    select ${columns} from evidence e left join used on used.id = e.id where ${readable} and ${found} order by greatest(e.updated_at, used.at) desc, e.id desc limit ${limit}`)
  if (files.length === 0) return { objects, same: [] }
  // Nobody learns by a file of somebody else's, nor by one of theirs of an evidence that they may not read.
  const same = await tx.run(sql<Offered['objects'][number] & { file: number }>`
    select distinct on (given.id) given.id as file, ${columns} from file given
      join file f on f.customer_id = given.customer_id and f.sha256 = given.sha256 and f.entity = 'evidence' and f.field = 'files' and f.detached_at is null
      join evidence e on e.customer_id = f.customer_id and e.id = f.object_id
    where given.customer_id = ${tx.customerId} and given.id = any(${[...files]}::bigint[]) and given.entity is null and given.uploaded_by = ${who.memberId} and ${readable}
    order by given.id, e.id desc`)
  return { objects, same: same.map(({ file, ...evidence }) => ({ file, evidence })) }
}
