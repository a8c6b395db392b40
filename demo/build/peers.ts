import { sql } from 'kysely'
import { contribute } from '#areas/benchmark/server/contribute.ts'
import { makeRelease } from '#areas/benchmark/server/make-release.ts'
import { dueQuarter, nextReleaseDay, quarterBefore, releaseDay, scoresUntil } from '#areas/benchmark/contract/quarter.ts'
import type { Profile } from '#areas/benchmark/contract/levels.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { publishScores } from '#areas/scores/server/snapshot/snapshot.ts'
import { sectorOf } from '#areas/tenancy/contract/sectors.ts'
import { createCustomer, providerCustomer } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { commonFrameworks, peers, type CommonFramework, type Peer } from '#demo/content/peers.ts'
import { timeZone, type Ground, type Site } from './site.ts'

/** Releases that have been made by today. */
const madeReleases = 3
/** Points by which organisations get on in a quarter, by turns. */
const advances = [1, 4, 2, 0, 3, -2] as const

/** Writes where the two organisations stand, and by what name their policies are known elsewhere. */
async function nameWhatIsShared(site: Site, profile: Pick<Profile, 'branch' | 'country'>): Promise<void> {
  await site.at(0, site.pilot, async ({ tx }) => {
    await writeProfile(tx, profile)
    for (const { urn, policy } of commonFrameworks)
      if (site.content.policies.some(({ key }) => key === policy))
        await tx.run(sql`update policy set urn = ${urn} where customer_id = ${tx.customerId} and id = ${site.id('policy', policy)}`)
  })
}

/** The names by which groups of common frameworks are known elsewhere, by framework and identifier. */
type Urns = ReadonlyMap<string, string>

const themesOf = (site: Site): Promise<[string, string][]> =>
  site.at(0, null, async ({ tx }) => {
    const rows = await tx.run(sql<{ key: string; urn: string }>`select p.urn || ' ' || g.identifier as key, g.urn from control_group g
      join policy_version v on v.customer_id = g.customer_id and v.id = g.policy_version_id join policy p on p.customer_id = v.customer_id and p.id = v.policy_id
      where g.customer_id = ${tx.customerId} and g.urn is not null and p.urn = any(${commonFrameworks.map(({ urn }) => urn)}::text[])`)
    return rows.map(({ key, urn }) => [key, urn])
  })

/** Small organisations, each with a perimeter, frameworks and what it does about them, and the releases in which they and the others were compared until today; answers how many they are. */
export async function comparePeers(ground: Ground, sites: readonly Site[]): Promise<number> {
  const quarters = releasesUntil(sites[0]?.dateAt(0) ?? '')
  const members = new Map<number, Profile>()
  const urns = new Map<string, string>()
  for (const site of sites) {
    const profile = profiles[site.content.key]
    if (!profile) continue
    await nameWhatIsShared(site, profile)
    members.set(site.customerId, { ...profile, sector: sectorOf(profile.branch) })
    for (const [theme, urn] of await themesOf(site)) urns.set(theme, urn)
  }
  for (const [turn, peer] of peers.entries()) {
    const id = await addPeer(ground, peer, turn, quarters, urns)
    members.set(id, profileOf(peer))
  }
  for (const quarter of quarters) {
    const at = new Date(`${releaseDay(quarter)}T03:20:00Z`)
    for (const [id, profile] of members) await asSystem(ground.db, id, at, (tx) => contribute(tx, quarter, profile))
    await ground.db.transaction(
      providerCustomer,
      async (tx) => {
        tx.act(systemWho(providerCustomer, 'benchmark_release', `benchmark ${quarter}`))
        await makeRelease(tx, quarter, [...members.keys()])
      },
      { provider: true, at },
    )
  }
  return peers.length
}

/** What the two organisations do. */
const profiles: Readonly<Record<string, Pick<Profile, 'branch' | 'country'>>> = {
  main: { branch: 'MACHINERY', country: 'FR' },
  second: { branch: 'SOFTWARE', country: 'FR' },
}

const profileOf = ([, branch, country]: Peer): Profile => ({ branch, sector: sectorOf(branch), country })

/** The quarters of the releases before a day, oldest first. */
function releasesUntil(today: string): string[] {
  const quarters = [quarterBefore(dueQuarter(nextReleaseDay(today)) ?? '')]
  while (quarters.length < madeReleases) quarters.unshift(quarterBefore(quarters[0] ?? ''))
  return quarters
}

async function addPeer({ db, made }: Ground, [name, branch, country, ...levels]: Peer, turn: number, quarters: readonly string[], urns: Urns): Promise<number> {
  const begun = new Date(`${scoresUntil(quarters[0] ?? '')}T08:00:00Z`)
  const id = await createCustomer(db, { name, lang: 'fr', timeZone, at: begun })
  await made?.(id)
  await asSystem(db, id, begun, async (tx) => {
    await writeProfile(tx, { branch, country })
    for (const [at, level] of levels.entries()) {
      const framework = commonFrameworks[at]
      if (framework && level !== null) await writeFramework(tx, framework, scoresOf(level, turn, framework), urns)
    }
    const facts = await loadFacts(tx, scoresUntil(quarters.at(-1) ?? ''))
    for (const [at, quarter] of quarters.entries()) {
      const less = advances[turn % advances.length] ?? 0
      const back = (quarters.length - 1 - at) * less
      await publishScores(tx, {
        ...facts,
        day: scoresUntil(quarter),
        measures: facts.measures.map((measure) => ({ ...measure, base_efficiency: Math.min(100, Math.max(0, measure.base_efficiency - back)) })),
      })
    }
  })
  return id
}

/** How far an organisation is with each theme, about as far as with the whole. */
const scoresOf = (level: number, turn: number, { themes }: CommonFramework) =>
  themes.map((_, at) => Math.min(100, Math.max(0, level + (((turn * 7 + at * 11) % 19) - 9))))

/** A policy with a requirement in each theme, answered by one measure that is as efficient as the theme's score. */
export async function writeFramework(
  tx: Tx,
  { urn, identifier, name, themes }: CommonFramework,
  scores: readonly number[],
  urns: Urns = new Map(),
): Promise<void> {
  const customer = tx.customerId
  const rows = JSON.stringify(
    themes.map((theme, at) => ({ theme, score: scores[at] ?? 0, at, urn: urns.get(`${urn} ${theme}`) ?? null, code: `${identifier}-${theme}` })),
  )
  const asked = sql`jsonb_to_recordset(${rows}::jsonb) as r (theme text, score int, at int, urn text, code text)`
  const policy = await idOf(
    tx,
    sql`insert into policy (customer_id, identifier, name_en, name_fr, urn) values (${customer}, ${identifier}, ${name.en}, ${name.fr}, ${urn}) returning id`,
  )
  const version = await idOf(
    tx,
    sql`insert into policy_version (customer_id, policy_id, number, status) values (${customer}, ${policy}, 1, 'PUBLISHED') returning id`,
  )
  await tx.run(sql`update policy set current_version_id = ${version} where customer_id = ${customer} and id = ${policy}`)
  await tx.run(
    sql`insert into control_group (customer_id, policy_version_id, identifier, name_en, position, urn) select ${customer}::bigint, ${version}::bigint, r.theme, r.theme, r.at, r.urn from ${asked}`,
  )
  await tx.run(sql`insert into control_lineage (customer_id, policy_id, key) select ${customer}::bigint, ${policy}::bigint, r.code from ${asked}`)
  await tx.run(sql`insert into control (customer_id, policy_version_id, control_group_id, lineage_id, identifier, name_en, position)
    select ${customer}::bigint, ${version}::bigint, g.id, l.id, r.theme || '.1', r.theme, r.at from ${asked}
      join control_group g on g.customer_id = ${customer} and g.policy_version_id = ${version} and g.identifier = r.theme
      join control_lineage l on l.customer_id = ${customer} and l.policy_id = ${policy} and l.key = r.code`)
  await tx.run(sql`insert into solution (customer_id, identifier, name_en) select ${customer}::bigint, r.code, r.code from ${asked}`)
  await tx.run(sql`insert into control_solution (customer_id, lineage_id, solution_id) select ${customer}::bigint, l.id, s.id from ${asked}
      join control_lineage l on l.customer_id = ${customer} and l.policy_id = ${policy} and l.key = r.code join solution s on s.customer_id = ${customer} and s.identifier = r.code`)
  await tx.run(sql`insert into policy_application (customer_id, policy_id, policy_version_id, perimeter_id)
    select ${customer}::bigint, ${policy}::bigint, ${version}::bigint, p.id from perimeter p where p.customer_id = ${customer} and p.parent_id is null`)
  await tx.run(sql`insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency, implemented_on)
    select ${customer}::bigint, r.code, r.code, s.id, p.id, 'IMPLEMENTED', r.score, ${tx.today}::date from ${asked}
      join solution s on s.customer_id = ${customer} and s.identifier = r.code join perimeter p on p.customer_id = ${customer} and p.parent_id is null`)
  tx.audit({ entity: 'policy', object_id: policy, action: 'create', version: 1 })
}

async function writeProfile(tx: Tx, { branch, country }: Pick<Profile, 'branch' | 'country'>): Promise<void> {
  await tx.run(
    sql`update customer set sector_low = ${branch}, sector_high = ${sectorOf(branch)}, country = ${country} where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
}

async function idOf(tx: Tx, statement: ReturnType<typeof sql>): Promise<number> {
  const row = await tx.first(statement as ReturnType<typeof sql<{ id: number }>>)
  if (!row) throw new Error('A row was not written')
  return row.id
}

const asSystem = <T>(db: DatabaseAccess, customer: number, at: Date, work: (tx: Tx) => Promise<T>) =>
  db.transaction(
    customer,
    async (tx) => {
      tx.act(systemWho(customer, 'demonstration', 'demonstration', 'fr', timeZone))
      return work(tx)
    },
    { at },
  )
