import { sql } from 'kysely'
import { adopt } from '#areas/catalog/server/shared/adopt.ts'
import { generateJob } from '#areas/analyses/server/generate.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { proposalOf } from '#areas/analyses/server/propose.ts'
import type { AnalysisStory } from '#demo/content/analysis-story.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** Analyses that begin or end on a day: laid out by the program in transactions of its own, as in the product. */
export async function studyAt(site: Site, day: number): Promise<void> {
  for (const story of site.content.analyses ?? []) {
    if (story.day === day) await begin(site, story)
    if (story.published?.day === day) await site.at(day, site.pilot, (session) => publish(session, story))
  }
}

async function begin(site: Site, story: AnalysisStory): Promise<void> {
  const { day } = story
  await seedCatalog(site.ground.db, site.ground.resources)
  const id = await site.at(day, site.pilot, (session) => draft(session, story))
  await generateJob.runLong({
    apart: (work) => site.at(day, null, ({ tx }) => work(tx)),
    resources: site.ground.resources,
    data: { analysis_id: id } as never,
  })
  await site.at(day, site.pilot, (session) => judge(session, id, story))
}

async function draft(session: Session, story: AnalysisStory): Promise<number> {
  const { site, tx, resources } = session
  const shared = await tx.run(
    sql<{ id: number }>`select id from shared.threat where catalog_type = 'PUBLIC' and identifier = any(${story.threats}::text[]) order by id`,
  )
  const own = await adopt(
    tx,
    resources,
    'threat',
    shared.map(({ id }) => id),
  )
  const register = story.published
    ? await session.create('risk_register', `analysis ${story.key}`, {
        ...inBoth('name', story.published.register),
        impact_types: ['FINANCIAL', 'OPERATIONAL', 'HUMAN'],
        perimeters: [site.id('perimeter', story.perimeter)],
      })
    : null
  const { id } = await session.create('risk_analysis', story.key, {
    ...inBoth('name', story.name),
    context: site.translate(story.context),
    perimeter: site.id('perimeter', story.perimeter),
    manager: site.id('member', story.manager),
    target_date: site.dateAt(story.due),
    impact_types: ['FINANCIAL', 'OPERATIONAL', 'HUMAN'],
    register: register?.id ?? null,
    business_values: story.values.map((key) => site.id('business_value', key)),
    impacts: story.impacts.map(([value, type, impact, comment]) => ({
      business_value: site.id('business_value', value),
      type,
      impact,
      comment: site.translate(comment),
    })),
    threats: [...own.values()],
  })
  const { supporting_assets: assets } = await proposalOf(tx, resources, id)
  await session.update('risk_analysis', id, { supporting_assets: assets, status: 'ONGOING', step: 4 })
  return id
}

/** What is plausible of what was laid out, with why. */
async function judge(session: Session, id: number, { retained }: AnalysisStory): Promise<void> {
  const { site, tx } = session
  for (const { asset, threat, probability, impact, reason, target } of retained) {
    const found = await tx.first(sql<{ id: number }>`select s.id from risk_scenario s join threat t on t.customer_id = s.customer_id and t.id = s.threat_id
      where s.customer_id = ${tx.customerId} and s.analysis_id = ${id} and s.supporting_asset_id = ${site.id('supporting_asset', asset)} and t.identifier = ${threat}`)
    if (!found) throw new Error(`${threat} does not concern ${asset}`)
    await session.update('risk_scenario', found.id, {
      retained: true,
      probability,
      impact,
      reason: site.translate(reason),
      ...(target && { target_probability: target[0], target_impact: target[1] }),
    })
  }
}

const publish = (session: Session, { key }: AnalysisStory) =>
  session.update('risk_analysis', session.site.id('risk_analysis', key), { status: 'VALIDATED', step: 6 })
