import { sql } from 'kysely'
import { accept } from '#areas/checks/server/accept.ts'
import { keepCounts } from '#areas/checks/server/trend.ts'
import { likenessJob } from '#areas/measures/server/likeness-job.ts'
import type { Text } from '#demo/content/types.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Site } from './site.ts'

/** Days before today from which on the demonstration has counts: what a trend shows, and a week. */
export const countedSince = -64

interface Accepted {
  readonly entity: string
  readonly word: string
  readonly rows: number
  readonly day: number
  readonly until: number
  readonly reason: Text
}

/** What its people live with for a time. */
const acceptances: readonly Accepted[] = [
  {
    entity: 'remediation',
    word: 'UNPROVEN',
    rows: 2,
    day: -20,
    until: 70,
    reason: { en: 'The reports are with the provider until the end of the contract', fr: 'Les rapports sont chez le prestataire jusqu’à la fin du contrat' },
  },
  {
    entity: 'control',
    word: 'NO_MEASURE',
    rows: 6,
    day: -30,
    until: 220,
    reason: {
      en: 'Covered by the building’s owner; to be looked at with the new lease',
      fr: 'Couvert par le propriétaire des locaux ; à revoir avec le nouveau bail',
    },
  },
  {
    entity: 'measure',
    word: 'NO_OWNER',
    rows: 3,
    day: -12,
    until: 45,
    reason: { en: 'The security officer of the site starts next month', fr: 'Le correspondant du site prend son poste le mois prochain' },
  },
  {
    entity: 'gap',
    word: 'NO_ACTION',
    rows: 1,
    day: -9,
    until: 5,
    reason: { en: 'Waits for the budget of next year', fr: 'En attente du budget de l’an prochain' },
  },
]

/** What the night does at the end of a day. */
export async function countChecksAt(site: Site, day: number): Promise<void> {
  if (day < countedSince) return
  await site.at(day, null, ({ tx }) => keepCounts(tx, site.ground.resources))
}

/** Measures that are called alike, as the last night found them. */
export const lookForTwins = (site: Site): Promise<void> =>
  likenessJob.runLong({ data: {}, resources: site.ground.resources, apart: (work) => site.at(0, null, ({ tx }) => work(tx)) })

/** Whatever of it was accepted on that day. */
export async function acceptAt(site: Site, day: number): Promise<void> {
  const { resources } = site.ground
  for (const { entity, word, rows, until, reason } of acceptances.filter((one) => one.day === day)) {
    const resource = resourceOf(resources, entity)
    const check = resource.checks?.declared[word]
    if (!check) throw new Error(`There is no check ${entity}.${word}`)
    await site.at(day, site.pilot, async ({ tx }) => {
      const t = rowRef('t')
      const found = await tx.run(sql<{ id: number }>`select t.id from ${sql.table(entity)} as t where t.customer_id = ${tx.customerId}
        and ${asSql(figureCondition(resource, check.found, t, tx.who, tx.today))} order by t.id desc limit ${rows}`)
      const ids = found.map(({ id }) => id)
      if (ids.length > 0) await accept(tx, resources, { entity, word, ids, until: site.dateAt(until), reason: site.translate(reason) })
    })
  }
}
