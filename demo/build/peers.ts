import { sql } from 'kysely'
import { contribute } from '#areas/benchmark/server/contribute.ts'
import { makeRelease } from '#areas/benchmark/server/make-release.ts'
import { dueQuarter, nextReleaseDay, quarterBefore, releaseDay, scoresUntil } from '#areas/benchmark/contract/quarter.ts'
import type { Profile } from '#areas/benchmark/contract/levels.ts'
import { applyTo } from '#areas/policies/server/applications.ts'
import { addLinks, insertVersion, makeCurrent, storeContent } from '#areas/policies/server/index.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { publishScores } from '#areas/scores/server/snapshot/snapshot.ts'
import { createCustomer, providerCustomer, sectorsOfBranches } from '#areas/tenancy/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { commonFrameworks, peers, rated, type Peer } from '#demo/content/peers.ts'
import type { Text } from '#demo/content/types.ts'
import { inBoth, timeZone, type Ground, type Site } from './site.ts'

/** Releases that have been made by today. */
const madeReleases = 3
/** Points by which organisations get on in a quarter, by turns. */
const advances = [1, 4, 2, 0, 3, -2] as const

/** A framework as one of several organisations has it. */
export interface SharedFramework {
  readonly urn: string
  readonly identifier: string
  readonly name: Text
  readonly themes: readonly { readonly identifier: string; readonly name: Text; readonly urn: string | null }[]
}

/** What the two organisations do. */
const profiles: Readonly<Record<string, Pick<Profile, 'branch' | 'country'>>> = {
  main: { branch: 'MACHINERY', country: 'FR' },
  second: { branch: 'SOFTWARE', country: 'FR' },
}

/** The policies of an organisation that others have too, with the names by which their groups are known. */
async function sharedBy(site: Site): Promise<SharedFramework[]> {
  const urns = await site.at(0, null, ({ tx }) =>
    tx.run(sql<{ key: string; urn: string }>`select p.urn || ' ' || g.identifier as key, g.urn from control_group g
      join policy_version v on v.customer_id = g.customer_id and v.id = g.policy_version_id join policy p on p.customer_id = v.customer_id and p.id = v.policy_id
      where g.customer_id = ${tx.customerId} and g.urn is not null and p.urn = any(${Object.values(commonFrameworks)}::text[])`),
  )
  const known = new Map(urns.map(({ key, urn }) => [key, urn]))
  return Object.entries(commonFrameworks).flatMap(([policy, urn]) => {
    const found = site.content.policies.find(({ key }) => key === policy)
    if (!found) return []
    const { identifier, name, groups } = found
    return [{ urn, identifier, name, themes: groups.map((group) => ({ ...group, urn: known.get(`${urn} ${group.identifier}`) ?? null })) }]
  })
}

/** Small organisations, each with a perimeter, frameworks and what it does about them, and the releases in which they and the others were compared until today; answers how many they are. */
export async function comparePeers(ground: Ground, sites: readonly [Site, ...Site[]]): Promise<number> {
  const quarters = releasesUntil(sites[0].dateAt(0))
  const members = new Map<number, Profile>()
  const sectors = await sites[0].at(0, null, ({ tx }) => sectorsOfBranches(tx))
  const frameworks = await sharedBy(sites[0])
  for (const site of sites) {
    const profile = profiles[site.content.key]
    if (!profile) continue
    const sector = sectors.get(profile.branch) ?? ''
    await site.at(0, site.pilot, ({ tx }) => writeProfile(tx, { ...profile, sector }))
    members.set(site.customerId, { ...profile, sector })
  }
  for (const [turn, peer] of peers.entries()) {
    const [, branch, country] = peer
    const profile = { branch, sector: sectors.get(branch) ?? '', country }
    members.set(await addPeer(ground, { peer, profile, turn, quarters, frameworks, lang: sites[0].lang }), profile)
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

/** The quarters of the releases before a day, oldest first. */
function releasesUntil(today: string): string[] {
  const quarters = [quarterBefore(dueQuarter(nextReleaseDay(today)) ?? '')]
  while (quarters.length < madeReleases) quarters.unshift(quarterBefore(quarters[0] ?? ''))
  return quarters
}

interface Added {
  readonly peer: Peer
  readonly profile: Profile
  readonly turn: number
  readonly quarters: readonly string[]
  readonly frameworks: readonly SharedFramework[]
  readonly lang: Site['lang']
}

async function addPeer({ db, made, resources }: Ground, { peer: [name, , , ...levels], profile, turn, quarters, frameworks, lang }: Added): Promise<number> {
  const begun = new Date(`${scoresUntil(quarters[0] ?? '')}T08:00:00Z`)
  const id = await createCustomer(db, { name, lang, timeZone, at: begun })
  await made?.(id)
  await asSystem(db, id, begun, async (tx) => {
    await writeProfile(tx, profile)
    for (const [at, level] of levels.entries()) {
      const framework = frameworks[at]
      if (framework && level !== null) await writeFramework(tx, resources, framework, scoresOf(level, turn, framework), rated[lang])
    }
    const facts = await loadFacts(tx, scoresUntil(quarters.at(-1) ?? ''))
    for (const [at, quarter] of quarters.entries()) {
      const back = (quarters.length - 1 - at) * (advances[turn % advances.length] ?? 0)
      const measures = facts.measures.map((measure) => ({ ...measure, base_efficiency: within(measure.base_efficiency - back) }))
      await publishScores(tx, { ...facts, day: scoresUntil(quarter), measures })
    }
  })
  return id
}

const within = (score: number) => Math.min(100, Math.max(0, score))

/** How far an organisation is with each theme, about as far as with the whole. */
const scoresOf = (level: number, turn: number, { themes }: SharedFramework) => themes.map((_, at) => within(level + (((turn * 7 + at * 11) % 19) - 9)))

const untold = { description_en: null, description_fr: null, annotation: null, translations: null }

/** A policy in force in the whole organisation, with a requirement in each theme, answered by one measure that is as efficient as the theme's score. */
export async function writeFramework(
  tx: Tx,
  resources: Resources,
  { urn, identifier, name, themes }: SharedFramework,
  scores: readonly number[],
  reason: string,
): Promise<void> {
  const [policies, solutions, measures] = [resourceOf(resources, 'policy'), resourceOf(resources, 'solution'), resourceOf(resources, 'measure')]
  const policy = await createRow(tx, authorizeVerb(tx, policies, 'create'), policies, resources, { identifier, ...inBoth('name', name), urn }, 'import')
  const version = await insertVersion(tx, resources, policy.id, { status: 'PUBLISHED' })
  const named = (text: Text) => ({ ...untold, ...inBoth('name', text) })
  const { controls } = await storeContent(tx, resources, policy.id, version, {
    groups: themes.map((theme, at) => ({ ...named(theme.name), identifier: theme.identifier, urn: theme.urn, parent: null, weight: null, position: at * 2 })),
    controls: themes.map((theme, at) => ({
      ...named(theme.name),
      identifier: `${theme.identifier}.1`,
      urn: null,
      group: at,
      key: `${urn} ${theme.identifier}`,
      weight: 1,
      level: null,
      implementation_groups: [],
      typical_evidence: null,
      source: null,
      position: at * 2 + 1,
      threats: [],
    })),
  })
  await makeCurrent(tx, resources, policy.id, version)
  const models = await createRows(
    tx,
    authorizeVerb(tx, solutions, 'create'),
    solutions,
    resources,
    themes.map((theme) => ({ identifier: `${identifier}-${theme.identifier}`, ...inBoth('name', theme.name) })),
  )
  const links = models.map(({ id }, at) => ({ lineage_id: controls[at]?.lineage_id ?? 0, solution_id: id, share: 100, to_confirm: false }))
  await addLinks(tx, policy.id, links, 'solutions')
  const root = await tx.first(sql<{ id: number }>`select id from perimeter where customer_id = ${tx.customerId} and parent_id is null`)
  await applyTo(tx, resources, policy.id, root ? [root.id] : [], { weight: 100 })
  const calledFor = await tx.run(sql<{ id: number; solution_id: number }>`select id, solution_id from measure
    where customer_id = ${tx.customerId} and solution_id = any(${models.map(({ id }) => id)}::bigint[])`)
  const score = new Map(models.map(({ id }, at) => [id, scores[at] ?? 0]))
  await updateRows(
    tx,
    authorizeVerb(tx, measures, 'update'),
    measures,
    resources,
    calledFor.map(({ id, solution_id }) => ({
      id,
      changes: { status: 'IMPLEMENTED', implemented_on: tx.today, base_efficiency: score.get(solution_id), efficiency_reason: reason },
    })),
  )
}

async function writeProfile(tx: Tx, { branch, sector, country }: Profile): Promise<void> {
  await tx.run(
    sql`update customer set sector_low = ${branch}, sector_high = ${sector}, country = ${country} where id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'settings', details: JSON.stringify({ branch, country }) })
}

const asSystem = <T>(db: DatabaseAccess, customer: number, at: Date, work: (tx: Tx) => Promise<T>) =>
  db.transaction(
    customer,
    async (tx) => {
      // As all of the demonstration: the disk is waited for at its end.
      void tx.send('set local synchronous_commit to off')
      tx.act(systemWho(customer, 'demonstration', 'demonstration', 'en', timeZone))
      return work(tx)
    },
    { at },
  )
