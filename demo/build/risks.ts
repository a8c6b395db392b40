import { sql } from 'kysely'
import { assign } from '#kit/server/data/people/assign.ts'
import { answer, request } from '#areas/risks/server/approval.ts'
import { levelsJob } from '#areas/risks/server/recompute-levels.ts'
import type { RiskStory } from '#demo/content/risk-story.ts'
import type { Person } from '#demo/content/types.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** The register of risks: entered, judged, asked about by who is in charge of the place, decided by somebody else. */
export function risksOf(site: Site): Happening[] {
  const { riskRegister: register } = site.content
  if (!register) return []
  return [
    { day: register.day, what: 'open', by: site.pilot, run: (session) => open(session) },
    ...register.risks.flatMap((story): Happening[] => {
      const { day, asked, decided, loses } = story
      const id = () => site.id('risk', story.key)
      const asker = askerOf(site, story)
      return [
        { day, what: 'follow', by: site.pilot, run: (session) => enter(session, story) },
        // By then there is more that lowers it.
        { day: day + 80, what: 'follow', by: site.pilot, run: (session) => session.update('risk', id(), layersOf(measuresOf(site, story), story)) },
        ...(asked === undefined
          ? []
          : [
              {
                day: asked,
                what: 'justify' as const,
                by: asker,
                run: async (session: Session) => {
                  await aim(session, story)
                  await request(session.tx, session.resources, id(), {})
                },
              },
            ]),
        ...(decided
          ? [
              {
                day: decided.day,
                what: 'approve' as const,
                by: site.pilot,
                run: ({ tx, resources }: Session) => answer(tx, resources, id(), decided.as, { comment: site.translate(decided.comment) }),
              },
            ]
          : []),
        // What was to be done then is done by now: what goes on treats it.
        ...(story.treats ? [{ day: -1, what: 'follow' as const, by: site.pilot, run: (session: Session) => treat(session, story) }] : []),
        ...(loses
          ? [
              {
                day: loses.day,
                what: 'follow' as const,
                by: asker,
                run: (session: Session) =>
                  session.update(
                    'risk',
                    id(),
                    layersOf(
                      measuresOf(site, story).filter((one) => one !== site.id('measure', loses.measure)),
                      story,
                    ),
                  ),
              },
            ]
          : []),
      ]
    }),
  ]
}

/** Somebody other than who decides: the pilot of the place, else one to whom the register is given. */
function askerOf(site: Site, { perimeter }: RiskStory): Person {
  const local = site.pilotOf(perimeter)
  const other = site.person(site.content.riskRegister?.people[0] ?? null)
  return local.role === 'local_pilote' || !other ? local : other
}

const measuresOf = (site: Site, { measures }: RiskStory) => measures.flatMap((key) => (site.has('measure', key) ? [site.id('measure', key)] : []))

/** Each of several measures covers a part of what may happen: together they go about nine tenths of the way. */
const shareAmong = (count: number) => ({ 1: 100, 2: 70, 3: 55 })[count] ?? 45

const layersOf = (measures: readonly number[], { measures: told }: RiskStory) => ({
  measures,
  measure_shares: told.length === 1 ? [] : measures.map((measure) => ({ measure, share: shareAmong(told.length) })),
})

async function open(session: Session): Promise<void> {
  const { site, tx, resources } = session
  const register = site.content.riskRegister
  if (!register) return
  const { id } = await session.create('risk_register', register.key, {
    ...inBoth('name', register.name),
    description: site.translate(register.description),
    impact_types: ['FINANCIAL', 'OPERATIONAL', 'LEGAL', 'HUMAN'],
    appetite: register.appetite,
    approvers: register.approvers.map((key) => site.id('member', key)),
  })
  await assign(tx, session.grant('risk_register'), session.resource('risk_register'), resources, id, {
    members: register.people.map((key) => site.id('member', key)),
    groups: [],
  })
}

async function enter(session: Session, story: RiskStory): Promise<void> {
  const { site } = session
  const perimeter = site.id('perimeter', story.perimeter)
  const actions = await openActions(session, story)
  await session.create('risk', story.key, {
    ...inBoth('name', story.name),
    register: site.id('risk_register', site.content.riskRegister?.key ?? ''),
    perimeter,
    manager: story.manager === null ? null : site.id('member', story.manager),
    init_impact: story.init[0],
    init_probability: story.init[1],
    min_impact: story.min[0],
    min_probability: story.min[1],
    target_date: site.dateAt(240),
    strategy: story.strategy,
    ...(story.reason && { treatment_reason: site.translate(story.reason) }),
    review_date: site.dateAt(20 + (story.key.length % 9) * 12),
    estimates: Object.entries(site.content.riskRegister?.euros?.[story.key] ?? {}).map(([moment, values]) => estimate(moment, values)),
    ...layersOf(measuresOf(site, story), story),
    actions,
  })
  await aim(session, story)
}

/** What is aimed at is not above where the risk stands by then: measures may have brought it further already. */
async function aim(session: Session, { key, target: [impact, probability] }: RiskStory): Promise<void> {
  const { site, tx } = session
  const id = site.id('risk', key)
  const now = await tx.first(sql<{
    impact: number
    probability: number
  }>`select least(current_impact, ${impact}) as impact, least(current_probability, ${probability}) as probability
    from risk where customer_id = ${tx.customerId} and id = ${id}`)
  if (now) await session.update('risk', id, { target_impact: now.impact, target_probability: now.probability })
}

/** What goes on where a risk stands: of its own measures first. */
async function openActions({ site, tx }: Session, story: RiskStory): Promise<number[]> {
  if (!story.treats) return []
  const rows = await tx.run(sql<{
    id: number
  }>`select a.id from remediation a where a.customer_id = ${tx.customerId} and a.status not in ('FINISHED', 'CANCELLED')
      and a.perimeter_id = ${site.id('perimeter', story.perimeter)}
    order by coalesce(a.measure_id = any(${measuresOf(site, story)}::bigint[]), false) desc, a.target_date desc nulls last, a.id limit ${story.treats}`)
  return rows.map(({ id }) => id)
}

async function treat(session: Session, story: RiskStory): Promise<void> {
  const actions = await openActions(session, story)
  if (actions.length > 0) await session.update('risk', session.site.id('risk', story.key), { actions })
}

const estimate = (moment: string, [low, likely, high, ...loss]: readonly number[]) => ({
  moment,
  frequency_low: low,
  frequency_likely: likely,
  frequency_high: high,
  loss_low: loss[0],
  loss_likely: loss[1],
  loss_high: loss[2],
})

/** The nightly job, as it would have run. */
export const levelsAt = (site: Site, day: number): Promise<void> =>
  levelsJob.runLong({ data: {}, resources: site.ground.resources, apart: (work) => site.at(day, null, ({ tx }) => work(tx)) })
