import { sql } from 'kysely'
import type { z } from 'zod'
import type { Grant } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { declareIncident } from '#areas/incidents/contract/incident-calls.ts'
import { declaring } from './incident-guard.ts'
import { enter, happened } from './timeline.ts'
import { peopleToNotify } from './notified-people.ts'

type Asked = z.output<typeof declareIncident.body & object>

/** A list shows the beginning of what happened. */
const nameLength = 120

/** The first sentence of what somebody wrote, cut between words. */
export function nameOf(what: string): string {
  const line = (what.split(/\n|(?<=[.!?])\s/)[0] ?? what).trim().replace(/[.\s]+$/, '')
  if (line.length <= nameLength) return line || what.trim().slice(0, nameLength)
  const cut = line.slice(0, nameLength)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > 40 ? space : nameLength)}…`
}

/** Declares an incident in a minute; the organisation knows from now on. Pilots are told at once, and the declarer who was. */
export async function declare(tx: Tx, grant: Grant, resources: Resources, asked: Asked) {
  const { what, perimeter, seen_at: seenAt, severity, ongoing, personal_data: personal, confidential, files } = asked
  const now = tx.now.toISOString()
  const seen = happened(tx, 'seen_at', seenAt)?.toISOString() ?? now
  const name = nameOf(what)
  const row = await createRow(
    tx,
    grant,
    resourceOf(resources, 'incident'),
    resources,
    {
      [`name_${grant.who.lang}`]: name,
      description: what,
      perimeter: perimeter ?? null,
      detected_at: seen,
      aware_at: now,
      ...(severity !== undefined && { severity }),
      ...(personal && { personal_data: 'YES' }),
      confidential,
    },
    declaring,
  )
  await enter(tx, row.id, { kind: 'DECLARED', text: what, became: ongoing ? 'ONGOING' : 'OVER', files })
  const people = await peopleToNotify(tx, row.id, { local: true, but: tx.who.memberId })
  tx.tell({ kind: 'declared', entity: 'incident', id: row.id, members: people.map(({ id }) => id), cause: `declared:incident:${row.id}` })
  const named = people.slice(0, 3).map((person) => person.name)
  return { id: row.id, identifier: String(row.identifier), told: named, others: people.length - named.length }
}

/** Where a person works: the first of their perimeters. */
export async function ownPerimeter(tx: Tx, grant: Grant) {
  const p = rowRef('p')
  return (
    (await tx.first(sql<{ id: number; name: string }>`select p.id, ${localizedText(p, 'name', grant.who.lang)} as name from member__perimeters l
      join perimeter p on p.customer_id = l.customer_id and p.id = l.target_id
      where l.customer_id = ${tx.customerId} and l.owner_id = ${tx.who.memberId} order by p.id limit 1`)) ?? null
  )
}
