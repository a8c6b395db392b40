import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { askedOf } from '#areas/statements/server/statement.ts'
import { daysFromToday, type Inclusions, type Person } from '#demo/content/types.ts'
import { sql } from 'kysely'
import { ask, decide } from '#kit/server/data/work/decision.ts'
import type { Happening } from './happening.ts'
import type { Session, Site } from './site.ts'

/** Why requirements are in the statements of applicability, and who approved these. */
export function inclusionsOf(site: Site): Happening[] {
  return site.content.inclusions.flatMap((inclusions): Happening[] => {
    const by = personOf(site, inclusions.author)
    const { approval } = inclusions
    const written: Happening = { day: daysFromToday(inclusions.since), what: 'justify', by, run: (session) => justify(site, session, inclusions) }
    if (!approval) return [written]
    const day = daysFromToday(approval.since)
    return [
      written,
      { day, what: 'justify', by: personOf(site, approval.asked), run: (session) => request(site, session, inclusions) },
      { day, what: 'approve', by: personOf(site, approval.by), run: (session) => approve(site, session, inclusions) },
      { day: day + 20, what: 'justify', by, run: (session) => change(site, session, inclusions) },
    ]
  })
}

function personOf(site: Site, key: string): Person {
  const person = site.person(key)
  if (!person) throw new Error(`There is no ${key}`)
  return person
}

/** What the longest beginning of its identifier says of a requirement. */
const reasonFor = ({ reasons }: Inclusions, identifier: string) =>
  Object.entries(reasons)
    .filter(([beginning]) => identifier.startsWith(beginning))
    .toSorted(([a], [b]) => b.length - a.length)[0]?.[1]

async function justify(site: Site, session: Session, inclusions: Inclusions): Promise<void> {
  const policy = site.content.policies.find(({ key }) => key === inclusions.policy)
  const out = new Set(
    site.content.notApplicable.filter((one) => one.perimeter === inclusions.perimeter && one.policy === inclusions.policy).map((one) => one.requirement),
  )
  for (const { identifier } of policy?.requirements ?? []) {
    const reason = reasonFor(inclusions, identifier)
    if (!reason || out.has(identifier) || inclusions.open.includes(identifier)) continue
    await session.create('control_inclusion', null, {
      perimeter: site.id('perimeter', inclusions.perimeter),
      lineage_id: site.id('lineage', `${inclusions.policy} ${identifier}`),
      justification: site.translate(reason),
    })
  }
}

const statements = (session: Session) => askedOf(async (tx) => computeScores(await loadFacts(tx, tx.today)), session.resources)

async function applicationOf(site: Site, { tx }: Session, { perimeter, policy }: Inclusions): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`select id from policy_application where customer_id = ${tx.customerId}
    and policy_id = ${site.id('policy', policy)} and perimeter_id = ${site.id('perimeter', perimeter)}`)
  if (!row) throw new Error(`${policy} does not apply to ${perimeter}`)
  return row.id
}

async function request(site: Site, session: Session, inclusions: Inclusions): Promise<void> {
  const id = await applicationOf(site, session, inclusions)
  await ask(session.tx, session.grant('policy_application'), statements(session), session.resources, id)
}

async function approve(site: Site, session: Session, inclusions: Inclusions): Promise<void> {
  const { tx } = session
  const id = await applicationOf(site, session, inclusions)
  const asked = await tx.first(
    sql<{
      id: number
    }>`select max(id) as id from decision_request where customer_id = ${tx.customerId} and entity = 'policy_application' and object_id = ${id}`,
  )
  await decide(tx, session.grant('policy_application', 'read'), statements(session), session.resources, id, {
    request: asked?.id ?? 0,
    outcome: 'APPROVED',
    reason: null,
  })
}

async function change(site: Site, session: Session, inclusions: Inclusions): Promise<void> {
  for (const [identifier, text] of Object.entries(inclusions.approval?.changed ?? {})) {
    const { tx } = session
    const row = await tx.first(sql<{ id: number }>`select id from control_inclusion where customer_id = ${tx.customerId}
      and perimeter_id = ${site.id('perimeter', inclusions.perimeter)} and lineage_id = ${site.id('lineage', `${inclusions.policy} ${identifier}`)}`)
    if (row) await session.update('control_inclusion', row.id, { justification: site.translate(text) })
  }
}
