import { sql } from 'kysely'
import { checkSubjects } from '#kit/contract/check.ts'
import { notFound } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { mayOpen, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { handle, type Area } from '#kit/server/http/area.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { acceptFindings, readAccepted, readCheckPoints, readChecks, withdrawAcceptances, type Checks } from '#areas/checks/contract/calls.ts'
import { checksRights } from '#areas/checks/contract/rights.ts'
import { en } from '#areas/checks/locales/en.ts'
import { fr } from '#areas/checks/locales/fr.ts'
import { accept, acceptedOf, withdraw } from './accept.ts'
import { checksFor, countChecks } from './count.ts'
import { pointsOf } from './points.ts'
import { keepCounts, trendsOf } from './trend.ts'
import { checkSources } from './sources.ts'

async function linesFor(tx: Tx, resources: Resources, perimeter: number | undefined, translate: (key: string) => string): Promise<Checks> {
  if (perimeter !== undefined) await mustOpen(tx, resources, perimeter)
  const declared = checksFor(resources, tx)
  const [counts, trends] = await Promise.all([countChecks(tx, declared, perimeter), perimeter === undefined ? trendsOf(tx, declared) : noTrends])
  const names = await namesOf(tx, resources, [...new Set(counts.flatMap(({ places }) => places.map(({ id }) => id)))])
  const lines = declared.flatMap(({ check: { entity, word, subject, urgent, name }, resource: { def } }, at) => {
    const count = counts[at]
    if (!count) return []
    const places = count.places.flatMap((place) => (names.has(place.id) ? [{ ...place, name: names.get(place.id) ?? null }] : []))
    return [
      {
        entity,
        word,
        subject,
        urgent,
        title: translate(`${def.area}.entities.${entity}.choices.findings.${word}`),
        why: translate(`checks.why.${entity}.${word}`),
        mend: translate(`checks.mend.${entity}.${word}`),
        ...count,
        places,
        trend: trends.get(name) ?? null,
      },
    ]
  })
  return {
    day: tx.today,
    may_accept: can(tx.who, 'check.accept'),
    lines: lines.toSorted((a, b) => checkSubjects.indexOf(a.subject) - checkSubjects.indexOf(b.subject)),
  }
}

/** Counts are kept of the whole organisation, not of its parts. */
const noTrends: Awaited<ReturnType<typeof trendsOf>> = new Map()

/** Throws NOT_FOUND for a perimeter that the reader may not open. */
async function mustOpen(tx: Tx, resources: Resources, perimeter: number): Promise<void> {
  const names = await namesOf(tx, resources, [perimeter])
  if (names.size === 0) throw notFound()
}

/** The names of perimeters that their reader may open. */
async function namesOf(tx: Tx, resources: Resources, ids: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  if (ids.length === 0) return new Map()
  const perimeters = resourceOf(resources, 'perimeter')
  const t = rowRef('t')
  const rows = await tx.run(sql<{ id: number; name: string | null }>`select t.id, ${title(perimeters, t, tx.who.lang)} as name from perimeter as t
    where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[]) and ${asSql(mayOpen(perimeters, t, tx.who))}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const checks: Area = {
  name: 'checks',
  rights: checksRights,
  tables: ['check_acceptance', 'check_count'],
  resources: [],
  calls: (api, resources) => {
    handle(api, 'check', readChecks, async ({ tx, query, translate }) => ({ object: await linesFor(tx, resources, query.perimeter, translate) }))
    handle(api, 'check', readCheckPoints, async ({ tx, query }) => ({ object: await pointsOf(tx, resources, cachedScores(api), query.perimeter) }))
    handle(api, 'check', readAccepted, async ({ tx, query }) => ({ objects: await acceptedOf(tx, resources, query) }))
    handle(api, 'check', acceptFindings, async ({ tx, body, translate }) => {
      await accept(tx, resources, body)
      return { message: translate('checks.messages.accepted', { count: new Set(body.ids).size }) }
    })
    handle(api, 'check', withdrawAcceptances, async ({ tx, body, translate }) => {
      await withdraw(tx, resources, body)
      return { message: translate('checks.messages.withdrawn') }
    })
  },
  jobs: [{ name: 'check_counts', schedule: '40 5 * * *', run: ({ tx, resources }) => keepCounts(tx, resources) }],
  sources: checkSources,
  locales: { en, fr },
}
