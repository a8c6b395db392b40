import { sql } from 'kysely'
import { renew } from '#areas/exemptions/server/exemption-decision.ts'
import { exemptionExpiry } from '#areas/exemptions/server/exemption-expiry.ts'
import type { ExemptionStory } from '#demo/content/exemption-story.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

const one = (site: Site, { key }: ExemptionStory) => site.id('exemption', key)
/** What carries an exemption on, by how often it was before. */
const renewalOf = ({ key }: ExemptionStory, at: number) => `${key}-${at + 2}`

/** The exemptions of an organisation: asked for, decided about by somebody else, carried on by a new request. */
export function exemptionsOf(site: Site, stories: readonly ExemptionStory[]): Happening[] {
  return stories.flatMap((story): Happening[] => {
    const by = site.person(story.by)
    if (!by) throw new Error(`There is no ${story.by}`)
    const { decided, renewed = [] } = story
    const grant = (ago: number, id: () => number): Happening => ({
      day: -ago,
      what: 'approve',
      by: site.pilot,
      run: (session) =>
        session.update('exemption', id(), { status: decided?.as ?? 'GRANTED', status_reason: decided ? site.translate(decided.comment) : null }),
    })
    return [
      { day: -story.asked, what: 'justify', by, run: (session) => request(site, session, story) },
      ...(by.role === 'contributor'
        ? [{ day: -story.asked + 1, what: 'justify' as const, by: site.pilot, run: (session: Session) => name(site, session, story) }]
        : []),
      ...(decided ? [grant(decided.ago, () => one(site, story))] : []),
      ...renewed.flatMap((renewal, at): Happening[] => [
        { day: -renewal.asked, what: 'justify', by, run: (session) => again(site, session, story, at) },
        ...(renewal.granted === undefined ? [] : [grant(renewal.granted, () => site.id('exemption', renewalOf(story, at)))]),
      ]),
    ]
  })
}

/** Where everybody's requests are kept: no organisation is without. */
export const beginRegister = (site: Site, day: number) =>
  site.at(day, site.pilot, (session) => session.create('exemption_register', null, { name_en: 'Exemptions', name_fr: 'Dérogations', is_default: true }))

async function controlOf(site: Site, { tx }: Session, { requirement }: ExemptionStory): Promise<number[]> {
  const rows = await tx.run(sql<{
    id: number
  }>`select c.id from control c join policy p on p.customer_id = c.customer_id and p.current_version_id = c.policy_version_id
    where c.customer_id = ${tx.customerId} and p.id = ${site.id('policy', 'iso')} and c.identifier = ${requirement}`)
  return rows.map(({ id }) => id)
}

async function request(site: Site, session: Session, story: ExemptionStory): Promise<void> {
  const { tx, person } = session
  const register = await tx.first(sql<{ id: number }>`select id from exemption_register where customer_id = ${tx.customerId} and is_default`)
  await session.create('exemption', story.key, {
    ...inBoth('name', story.name),
    reason: site.translate(story.reason),
    register: register?.id,
    ...(story.perimeter !== undefined && { perimeters: [site.id('perimeter', story.perimeter)] }),
    ...(story.grouping !== undefined && { tag: site.id('tag', story.grouping) }),
    // Contributors know what they need, not what the policy calls it.
    controls: person?.role === 'contributor' ? [] : await controlOf(site, session, story),
    ...(story.compensating && { compensating: site.translate(story.compensating) }),
    start_date: site.dateAt(-story.asked),
    end_date: site.dateAt(-story.asked + story.days),
  })
}

async function name(site: Site, session: Session, story: ExemptionStory): Promise<void> {
  await session.update('exemption', one(site, story), { controls: await controlOf(site, session, story) })
}

async function again(site: Site, { tx, resources }: Session, story: ExemptionStory, at: number): Promise<void> {
  const { asked = 0, days = 0 } = story.renewed?.[at] ?? {}
  const before = at === 0 ? one(site, story) : site.id('exemption', renewalOf(story, at - 1))
  const id = await renew(tx, resources, before, { start_date: site.dateAt(-asked), end_date: site.dateAt(-asked + days) })
  site.note('exemption', renewalOf(story, at), id)
}

/** The nightly job, as it would have run. */
export const expireAt = (site: Site, day: number): Promise<void> =>
  exemptionExpiry.runLong({ data: {}, resources: site.ground.resources, apart: (work) => site.at(day, null, ({ tx }) => work(tx)) })
