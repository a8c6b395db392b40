import { sellLicence } from './licences.ts'
import { loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import { publishScores } from '#areas/scores/server/snapshot/snapshot.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { openWhatIsSeen } from '#areas/reviews/server/open-reviews.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { insertPicture } from '#kit/server/files/picture-routes.ts'
import { actionsOf } from './build/actions.ts'
import { settleBells, talkOf } from './build/bell.ts'
import { acceptAt, countChecksAt, lookForTwins } from './build/checks.ts'
import { dashboardsOf } from './build/dashboards.ts'
import { reportingOf } from './build/reporting.ts'
import { decisionsOf } from './build/decisions.ts'
import { driftOf } from './build/drift.ts'
import { gapsOf } from './build/gaps.ts'
import { evidenceOf } from './build/evidence.ts'
import { openAddOns } from './build/add-ons.ts'
import { studyAt } from './build/analyses.ts'
import { assetsOf } from './build/assets.ts'
import { drawLogo, type LogoSign } from './build/logo.ts'
import { beginRegister, exemptionsOf, expireAt } from './build/exemptions.ts'
import { incidentsOf } from './build/incidents.ts'
import { indicatorsOf } from './build/indicators.ts'
import { campaignsOf } from './build/campaigns.ts'
import { questionnairesOf, withQuestionnaires } from './build/questionnaires.ts'
import { buyProjects, projectsOf } from './build/projects.ts'
import { suppliersOf } from './build/suppliers.ts'
import { scimOf } from './build/scim.ts'
import { keysOf } from './build/keys.ts'
import { proposalsOf } from './build/proposals.ts'
import { connectorsOf } from './build/connectors.ts'
import { webhooksOf } from './build/webhooks.ts'
import { metricsOf } from './build/metrics.ts'
import { comparePeers } from './build/peers.ts'
import { layFoundations } from './build/foundations.ts'
import { adoptEssentials, adoptModels, publishNewer } from './build/shared-catalog.ts'
import { levelsAt, risksOf } from './build/risks.ts'
import { beginRunbook, runbooksOf } from './build/runbooks.ts'
import { keptUpOf, measuredOf } from './build/kept-up.ts'
import { functionsOf } from './build/functions.ts'
import { inOrder, live } from './build/happening.ts'
import { Site, timeZone, type Ground } from './build/site.ts'
import { mainOrganisation } from './content/main/index.ts'
import { secondOrganisation } from './content/second/index.ts'
import type { Organisation } from './content/types.ts'

interface Plan {
  readonly content: Organisation
  readonly color: string
  readonly logo: LogoSign
}

const plans: readonly Plan[] = [
  { content: mainOrganisation, color: '#1F6F5C', logo: 'tiles' },
  { content: secondOrganisation, color: '#7A4B9A', logo: 'sun' },
]

/** Published days, from today back: daily for a fortnight, weekly for thirteen months before. */
const published: ReadonlySet<number> = new Set([...Array.from({ length: 14 }, (_, n) => -1 - n), ...Array.from({ length: 55 }, (_, n) => -15 - 7 * n)])

/** What people choose of it. */
interface Wanted {
  readonly passwordHash: string
  /** What its people read, and in which texts stand that exist in one language only. */
  readonly lang: Language
}

/** Who is told how it goes. */
interface Listening {
  readonly print: (line: string) => void
  /** Which share of the whole is built, 0 to 1. */
  readonly reached?: (share: number) => void
}

/** How much there is to build, roughly: what takes the time is what people did. */
const weightOf = ({ content }: Plan) => content.measures.length + content.actions.length

/** Answers, for each plan in turn, who is told of its own share. */
function stepsOf(reached: (share: number) => void): (plan: Plan) => (share: number) => void {
  const whole = plans.reduce((sum, plan) => sum + weightOf(plan), 0)
  let before = 0
  return (plan) => {
    const from = before
    before += weightOf(plan)
    return (share) => reached((from + share * weightOf(plan)) / whole)
  }
}

/** In French some read English, as the content says; in English nobody reads French, nor writes it to the others. */
const readIn = (content: Organisation, lang: Language): Organisation =>
  lang === 'fr' ? content : { ...content, people: content.people.map((person) => ({ ...person, language: lang })) }

/**
 * Builds the two organisations as their people would have done, day by day up to today, so that history, audit and published scores lie in the past.
 * Everybody signs in by their address with the one password. Throws at the first refusal; what was built until then stays.
 */
export async function buildDemonstration(ground: Ground, wanted: Wanted, { print, reached = () => {} }: Listening): Promise<void> {
  const steps = stepsOf(reached)
  const sites: Site[] = []
  const { ports } = ground.db
  // What follows from values that come meanwhile would be of today, in the middle of what is told of days gone by.
  ground.db.ports = { ...ports, following: () => [] }
  try {
    for (const plan of plans) sites.push(await buildAndReport(ground, plan, wanted, { print, reached: steps(plan) }))
  } finally {
    ground.db.ports = ports
  }
  await publishNewer(ground)
  await compareAndReport(ground, sites, print)
  for (const site of sites) await site.at(0, null, ({ tx, resources }) => openWhatIsSeen(tx, resources))
  for (const site of sites) await settleBells(site, ground.digests ?? [])
}

async function compareAndReport(ground: Ground, [main, ...others]: readonly Site[], print: Listening['print']): Promise<void> {
  if (!main) return
  const started = Date.now()
  const count = await comparePeers(ground, [main, ...others])
  print(`  ${count} small organisations to be compared with, in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

async function buildAndReport(ground: Ground, plan: Plan, wanted: Wanted, { print, reached }: Required<Listening>): Promise<Site> {
  const started = Date.now()
  print(`Building the demonstration: ${plan.content.name} …`)
  const site = await build(ground, { ...plan, content: readIn(plan.content, wanted.lang) }, wanted, reached)
  const { perimeters, measures, actions } = site.content
  print(`  ${perimeters.length} perimeters, ${measures.length} measures, ${actions.length} actions, in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return site
}

async function build(ground: Ground, { content, color, logo }: Plan, { lang, passwordHash }: Wanted, reached: (share: number) => void): Promise<Site> {
  const site = new Site(ground, content, lang)
  const happenings = inOrder([
    ...decisionsOf(site),
    ...actionsOf(site),
    ...evidenceOf(site),
    ...gapsOf(site),
    ...runbooksOf(site),
    ...keptUpOf(site),
    ...metricsOf(site),
    ...indicatorsOf(site),
    ...measuredOf(site),
    ...dashboardsOf(site),
    ...reportingOf(site),
    ...webhooksOf(site),
    ...connectorsOf(site),
    ...scimOf(site),
    ...proposalsOf(site),
    ...keysOf(site),
    ...questionnairesOf(site),
    ...suppliersOf(site),
    ...assetsOf(site),
    ...projectsOf(site),
    ...campaignsOf(site, passwordHash),
    ...exemptionsOf(site, content.exemptions ?? []),
    ...risksOf(site),
    ...incidentsOf(site),
    ...driftOf(site),
    ...functionsOf(site),
    ...talkOf(site),
  ])
  const first = (happenings[0]?.day ?? 0) - 5
  site.customerId = await createCustomer(ground.db, { name: content.name, lang, color, timeZone, at: site.momentOf(first) })
  await ground.made?.(site.customerId)
  await openAddOns(site, first)
  await layFoundations(site, first, passwordHash)
  await withQuestionnaires(site)
  await beginRegister(site, first)
  await beginRunbook(site, first)
  await buyProjects(site, first)
  const drawn = await drawLogo(logo, color)
  await site.at(first, site.pilot, async ({ tx }) => insertPicture(tx, 'LOGO', drawn))
  for (let day = first; day < 0; day += 1) {
    await live(
      site,
      happenings.filter((happening) => happening.day === day),
    )
    await studyAt(site, day)
    if (day === content.adoptsEssentials) await adoptEssentials(site, day)
    if (day === content.adoptsModels?.day) await adoptModels(site, content.adoptsModels)
    if (published.has(day)) {
      await expireAt(site, day)
      if (content.riskRegister) await levelsAt(site, day)
      await publish(site, day)
      await countChecksAt(site, day)
    }
    await acceptAt(site, day)
    reached(happenings.filter((happening) => happening.day <= day).length / happenings.length)
  }
  await live(
    site,
    happenings.filter((happening) => happening.day >= 0),
  )
  await lookForTwins(site)
  if (content.riskRegister) await levelsAt(site, 0)
  await sellLicence(ground.db, site.customerId, content.riskRegister !== undefined)
  return site
}

/** What the nightly job does: the scores of a day as they stand when it ends. */
async function publish(site: Site, day: number): Promise<void> {
  await site.at(day, null, async ({ tx }) => {
    await publishScores(tx, await loadFacts(tx, site.dateAt(day)))
  })
}
