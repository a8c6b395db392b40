import { everyEvidence } from '#areas/evidence/server/index.ts'
import { everyAction, evidencesOfAction } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { StoredOf } from '#kit/contract/entity.ts'
import { can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, referenceObject, rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { deductionsOfActions, projectMeasure, highest, type ScoreResult, visibleTo } from '#areas/scores/server/index.ts'
import type { EffectLine, ReviewEffect } from '#areas/reviews/contract/calls.ts'
import type { review } from '#areas/reviews/contract/review.ts'
import { endingOf, targetOf } from './closing.ts'
import { withNested } from './review-objects.ts'

type Review = StoredOf<typeof review>
type Named = EffectLine['object']

interface Place {
  readonly current: ScoreResult
  readonly measure: number
  readonly row: Review
}

/** What closing a review would do, and whether the reader may: nothing is written. Throws NOT_FOUND for reviews out of reach. */
export async function effectOf(tx: Tx, grant: Grant, resources: Resources, scores: (tx: Tx) => Promise<ScoreResult>, id: number): Promise<ReviewEffect> {
  await getRow(tx, grant, resourceOf(resources, 'review'), resources, id)
  const row = await tx.first(sql<Review>`select * from review where customer_id = ${tx.customerId} and id = ${id}`)
  if (!row) throw new AppError('NOT_FOUND', 'kit.errors.not_found')
  const target = targetOf(row)
  const seen = target ? await targetRow(tx, resources, target) : undefined
  const ending = endingOf(row.target_type)
  const acts = ending !== undefined || row.target_type === 'BUILD' || row.target_type === 'UPGRADE'
  const refusal = acts && target && !seen?.writable ? 'reviews.errors.target_not_writable' : null
  const nothing = { lines: [], others: [], points: null, evaluation: null }
  const why = await actionOf(tx, resources, row.remediation_id)
  if (!target || !seen?.readable) return { ...nothing, refusal, why }
  const object = { id: target.id, identifier: seen.object.identifier ?? null, name: seen.object.name ?? '' }
  if (ending) {
    const over = ending.over.some((status) => status === seen.status)
    return {
      ...nothing,
      refusal,
      why,
      lines: [
        {
          kind: 'STATUS',
          entity: target.entity,
          area: resourceOf(resources, target.entity).def.area,
          object,
          before: seen.status,
          after: over ? seen.status : 'status' in ending.to ? ending.to.status : ending.over[0],
        },
      ],
    }
  }
  if (target.entity === 'evaluation') {
    const [named] = await withNested(tx, resources, [{ id, version: row.version }])
    return { ...nothing, evaluation: named?.evaluation ?? null, refusal, why }
  }
  if (target.entity !== 'measure' || !acts) return { ...nothing, refusal, why }
  const moved = await measureLines(tx, resources, object, { current: await scores(tx), measure: target.id, row })
  const building = row.target_type === 'BUILD'
  const status: EffectLine[] = building ? [{ kind: 'STATUS', entity: 'measure', area: 'measures', object, before: seen.status, after: 'IMPLEMENTED' }] : []
  return { ...nothing, refusal, why, points: building ? null : await pointsOf(tx, row.remediation_id), ...moved, lines: [...status, ...moved.lines] }
}

interface Seen {
  readonly status: string | null
  readonly readable: boolean
  readonly writable: boolean
  readonly object: { readonly identifier?: string | null; readonly name?: string | null }
}

async function targetRow(tx: Tx, resources: Resources, { entity, id }: { entity: string; id: number }): Promise<Seen | undefined> {
  const resource = resourceOf(resources, entity)
  const t = rowRef('t')
  const { read, update } = resource.def.rights
  return tx.first(sql<Seen>`select to_jsonb(t)->>'status' as status, ${can(tx.who, read) ? asSql(resource.rules.read(t, tx.who)) : sql`false`} as readable,
    ${can(tx.who, update) ? asSql(resource.rules.update(t, tx.who)) : sql`false`} as writable, ${referenceObject(resource, t, tx.who.lang)} as object
    from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.id = ${id}`)
}

async function pointsOf(tx: Tx, action: number | null): Promise<number | null> {
  const row = await tx.first(
    sql<{
      points: number
    }>`select d.points::int from ${deductionsOfActions(tx.customerId)} d where d.source_id = ${action}`,
  )
  return row?.points ?? null
}

async function actionOf(tx: Tx, resources: Resources, id: number | null): Promise<ReviewEffect['why']> {
  if (id === null) return null
  const resource = resourceOf(resources, 'remediation')
  const t = rowRef('t')
  const found = await tx.first(sql<{
    object: { identifier: string | null; name: string | null }
    status: string
    done_date: string | null
    manager: string | null
    person: { id: number; name: string } | null
    proofs: string[]
  }>`select ${referenceObject(resource, t, tx.who.lang)} as object, t.status, t.done_date, coalesce(m.name, (select ${referenceObject(resourceOf(resources, 'group'), rowRef('g'), tx.who.lang)}->>'name' from "group" g where g.customer_id = t.customer_id and g.id = t.group_id)) as manager,
      case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as person,
      array(select ${localizedText(rowRef('e'), 'name', tx.who.lang)} from ${everyEvidence(tx.customerId)} e
        where e.id in ${evidencesOfAction(tx.customerId, sql`t.id`)} order by e.id limit 10) as proofs
    from ${everyAction(tx.customerId)} t left join member m on m.customer_id = t.customer_id and m.id = t.manager_id
    where t.id = ${id} and ${asSql(resource.rules.read(t, tx.who))}`)
  return (
    (found && {
      action: { id, identifier: found.object.identifier, name: found.object.name ?? '' },
      status: found.status,
      done_date: found.done_date,
      manager: found.manager,
      person: found.person,
      proofs: found.proofs,
    }) ??
    null
  )
}

/** The measure's own figures, then the scores of where it stands and of the group, then whom it serves besides. */
async function measureLines(tx: Tx, resources: Resources, object: Named, { current, measure, row }: Place): Promise<Pick<ReviewEffect, 'lines' | 'others'>> {
  const turn = row.target_type === 'BUILD' ? { implemented: measure } : { released: row.remediation_id ?? undefined }
  const after = projectMeasure(current, turn)
  const visible = visibleTo(tx.who)
  const fact = current.facts.measures.find(({ id }) => id === measure)
  const place = fact?.perimeter_id ?? row.perimeter_id
  const top = highest(current.index, visible)
  const ids = [...new Set([place, top, ...(fact?.beneficiary_ids ?? [])])].filter(
    (id) => id !== null && id !== undefined && visible(id) && current.index.perimeter.has(id),
  ) as number[]
  const names = await perimeterNames(tx, resources, ids)
  const [mine, then] = [current.measures.get(measure), after.measures.get(measure)]
  const lines: EffectLine[] = [
    { kind: 'EFFICIENCY', entity: 'measure', area: 'measures', object, before: mine?.efficiency ?? null, after: then?.efficiency ?? null },
    { kind: 'PERFORMANCE', entity: 'measure', area: 'measures', object, before: mine?.performance ?? null, after: then?.performance ?? null },
  ]
  const scoreIn = (result: ScoreResult, id: number) => result.consolidated.get(id)?.eased?.performance ?? null
  const line = (kind: 'PERIMETER' | 'GROUP', id: number | null | undefined) => {
    const name = id ? names.get(id) : undefined
    if (id && name) lines.push({ kind, entity: 'perimeter', area: 'organisation', object: name, before: scoreIn(current, id), after: scoreIn(after, id) })
  }
  line('PERIMETER', place)
  if (top !== place) line('GROUP', top)
  const others = (fact?.beneficiary_ids ?? []).flatMap((id) => {
    const name = names.get(id)
    const gain = (scoreIn(after, id) ?? 0) - (scoreIn(current, id) ?? 0)
    return name && id !== place && gain !== 0 ? [{ perimeter: name, gain }] : []
  })
  return { lines, others }
}

async function perimeterNames(tx: Tx, resources: Resources, ids: readonly number[]): Promise<Map<number, Named>> {
  const t = rowRef('t')
  const rows = await tx.run(sql<{
    id: number
    object: { identifier: string | null; name: string | null }
  }>`select t.id, ${referenceObject(resourceOf(resources, 'perimeter'), t, tx.who.lang)} as object
    from perimeter t where t.customer_id = ${tx.customerId} and t.id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map(({ id, object }) => [id, { id, identifier: object.identifier ?? null, name: object.name ?? '' }]))
}
