import { resetToBeHandled } from '#areas/actions/server/fork-run.ts'
import { serve } from '#areas/measures/server/beneficiaries.ts'
import { discard, implement, measureFor, plan } from '#areas/measures/server/lifecycle.ts'
import { applyTo } from '#areas/policies/server/applications.ts'
import { setScoreAim } from '#areas/tenancy/server/index.ts'
import { daysFromToday, type BenefitWave, type Measure, type MeasureDecision } from '#demo/content/types.ts'
import { inclusionsOf } from './inclusions.ts'
import type { Happening } from './happening.ts'
import type { Session, Site } from './site.ts'

/** Days from today. */
const raisedOn = -140

/** What perimeters decided: the policies in force there, what does not apply, and what they do about measures. */
export function decisionsOf(site: Site): Happening[] {
  return [
    // Once the first target was near, a higher one was set.
    { day: raisedOn, what: 'aim', by: site.pilot, run: ({ tx }) => setScoreAim(tx, { target_score: site.content.story.targetScore }) },
    ...applicationsOf(site),
    ...exclusionsOf(site),
    ...inclusionsOf(site),
    ...site.content.measures.flatMap((measure) => [...turnsOf(site, measure), ...wavesOf(site, measure), ...ratingsOf(site, measure)]),
  ]
}

function applicationsOf(site: Site): Happening[] {
  const { applications, story } = site.content
  return applications.map(({ policy, perimeter, weight, level, since }) => ({
    day: daysFromToday(since),
    what: 'apply',
    by: site.pilot,
    run: ({ tx, resources }) =>
      applyTo(tx, resources, site.id('policy', policy), [site.id('perimeter', perimeter)], { weight, level, target_score: story.targetScore }),
  }))
}

function exclusionsOf(site: Site): Happening[] {
  return site.content.notApplicable.map(({ perimeter, policy, requirement, author, since, justification }) => {
    const named = site.person(author) ?? site.pilot
    const by = site.decides(named, perimeter) ? named : site.pilotOf(perimeter)
    return {
      day: daysFromToday(since),
      what: 'leave_out',
      by,
      run: (session) =>
        session.create('control_not_applicable', null, {
          perimeter: site.id('perimeter', perimeter),
          lineage_id: site.id('lineage', `${policy} ${requirement}`),
          justification: site.translate(justification),
        }),
    }
  })
}

function turnsOf(site: Site, measure: Measure): Happening[] {
  const by = site.pilotOf(measure.perimeter)
  const built = site.content.actions.filter(({ type, measure: key }) => type === 'BUILD' && key === measure.key)
  return measure.decisions.flatMap((decision, at): Happening[] => {
    const day = daysFromToday(decision.since)
    const withdrawn = measure.decisions[at - 1]?.status === 'IMPLEMENTED'
    // Finishing the action implements the measure.
    const byAction = decision.status === 'IMPLEMENTED' && built.some(({ done }) => done !== null && daysFromToday(done) === day)
    return [
      // What fails is set back first; what to do about it is then decided anew.
      ...(withdrawn
        ? [
            {
              day,
              what: 'withdraw',
              by,
              run: async (session: Session) => resetToBeHandled(session.tx, session.grant('measure'), session.resources, await measureIdOf(session, measure)),
            } as const,
          ]
        : []),
      ...(byAction ? [] : [{ day, what: 'decide', by, run: (session: Session) => decide(session, measure, decision) } as const]),
    ]
  })
}

async function decide(session: Session, measure: Measure, decision: MeasureDecision): Promise<void> {
  const { tx, resources, site } = session
  const grant = session.grant('measure')
  const id = await measureIdOf(session, measure)
  if (decision.status === 'IMPLEMENTED') await implement(tx, grant, resources, id, { on: site.date(decision.since) })
  else if (decision.status === 'NOT_IMPLEMENTED' && decision.decision === 'PLANNED') await plan(tx, grant, resources, id)
  else if (decision.status === 'NOT_IMPLEMENTED') await discard(tx, grant, resources, id, site.translate(decision.justification))
}

/** The row of a measure: there since a policy called for it, else made now. */
export async function measureIdOf(session: Session, { key, solution, perimeter }: Measure): Promise<number> {
  const { site, tx, resources } = session
  if (!site.has('measure', key)) {
    site.note(
      'measure',
      key,
      await measureFor(tx, session.grant('measure', 'create'), resources, {
        solution: site.id('solution', solution),
        perimeter: site.id('perimeter', perimeter),
      }),
    )
  }
  return site.id('measure', key)
}

/** Those who begin to be served on a day join those who already are. */
function wavesOf(site: Site, measure: Measure): Happening[] {
  const operator = site.pilotOf(measure.perimeter)
  const days = [...new Set(measure.beneficiaries.map(({ since }) => daysFromToday(since)))]
  return days.map((day) => {
    const waves = measure.beneficiaries.filter(({ since }) => daysFromToday(since) <= day)
    // Where the operator may only offer, the organisation's pilot decides for both sides.
    const decides = keysOf(waves.filter(({ accepted }) => accepted)).every((key) => site.decides(operator, key))
    return { day, what: 'serve', by: decides ? operator : site.pilot, run: (session) => serveWaves(session, measure, waves) }
  })
}

const keysOf = (waves: readonly BenefitWave[]) => waves.flatMap(({ perimeters }) => perimeters)

async function serveWaves(session: Session, measure: Measure, waves: readonly BenefitWave[]): Promise<void> {
  const idsOf = (served: readonly BenefitWave[]) => keysOf(served).map((key) => session.site.id('perimeter', key))
  await serve(session.tx, session.grant('measure'), session.resources, await measureIdOf(session, measure), {
    perimeters: idsOf(waves),
    accept: idsOf(waves.filter(({ accepted }) => accepted)),
    serves_self: measure.servesOperator,
  })
}

function ratingsOf(site: Site, measure: Measure): Happening[] {
  const by = site.pilotOf(measure.perimeter)
  return measure.efficiency.map(({ since, value, reason }) => ({
    day: daysFromToday(since),
    what: 'rate',
    by,
    run: async (session) =>
      session.update('measure', await measureIdOf(session, measure), { base_efficiency: value, efficiency_reason: site.translate(reason) }),
  }))
}
