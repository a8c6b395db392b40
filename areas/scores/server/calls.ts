import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Who } from '#kit/server/access/who.ts'
import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import {
  explainCall,
  historyCall,
  movedCall,
  policyScoreCall,
  readPerimeterScores,
  readPolicyScores,
  readScore,
  readTargetScore,
  writeTargetScore,
} from '#areas/scores/contract/calls.ts'
import { readPosture, readTiles, readUnlinked } from '#areas/scores/contract/posture.ts'
import { measuresByGain, readEffects, readGains } from '#areas/measures/contract/effects.ts'
import { previewScores } from '#areas/policies/contract/score-preview.ts'
import { measuresByGain as rankedMeasures } from '#areas/measures/server/index.ts'
import { setScoreAim } from '#areas/tenancy/server/index.ts'
import { readEvidenceUsage } from '#areas/evidence/contract/calls.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { yearBefore } from './facts/control.ts'
import { outcomeAt } from './compute/compute.ts'
import type { Place, ScoreResult, Topic } from './compute/compute.ts'
import { evidenceUsage } from './explanation/evidence-usage.ts'
import { explainScore } from './explanation/explanation.ts'
import { namedExplanation, targetsOf } from './explanation/explanation-names.ts'
import { gainsOf } from './effects/gains.ts'
import { Labels } from './explanation/labels.ts'
import { measureEffects } from './effects/measure-effects.ts'
import type { Subject, View } from './compute/mean-tree.ts'
import { changesBetween } from './movement/changes-between.ts'
import { perimeterScores } from './places/perimeter-scores.ts'
import { policiesAt } from './places/policies-at.ts'
import { policyNodes } from './places/policy-nodes.ts'
import { demandFigure, figureAsked, policyScore } from './places/policy-score.ts'
import { hiddenAt, placeOf, visibleTo } from './places/reach.ts'
import { postureOf, tilesOf, unlinkedOf } from './places/posture.ts'
import { scoreCacheOf } from './snapshot/score-cache.ts'
import { previewOf } from './effects/score-preview.ts'
import { toScore } from './compute/score.ts'
import { readingOf } from './snapshot/snapshot.ts'
import { aimsOf, organisationAim } from './places/target-score.ts'
import { publishedSeries } from './movement/trend.ts'

/** Reading scores: every call reads the one cached result of the customer; only the target is written. */
export function scoreCalls(api: Api, resources: Resources): void {
  const scores = (tx: Tx) => scoreCacheOf(api).read(tx)
  /** As they were published on a day gone by, or the last one before it. */
  const scoresOn = async (tx: Tx, on: string | undefined): Promise<ScoreResult> => {
    const current = await scores(tx)
    if (on === undefined || on >= tx.today) return current
    const published = await scoreCacheOf(api).published(tx, on, current)
    if (!published) throw notFound()
    return published
  }

  /** The same, and everything else is read of that day from then on; null where nothing had been published yet. */
  const scoresPast = async (tx: Tx, day: string | undefined): Promise<ScoreResult | null> => {
    const current = await scores(tx)
    if (day === undefined) return current
    const result = day >= tx.today ? current : await scoreCacheOf(api).published(tx, day, current)
    tx.readAsOf(day)
    return result
  }

  handle(api, 'score', readScore, async ({ tx, who, query }) => {
    const result = await scoresOn(tx, query.on)
    const visible = visibleTo(who)
    const place = placeOf(result, visible, query)
    const topic = topicOf(result, query)
    return {
      object: {
        day: result.facts.day,
        place: await namedPlace(tx, place, topic),
        score: toScore(outcomeAt(result, place, topic)),
        target: (await aimsOf(tx, result))(place, query.policy),
        hidden: hiddenAt(result, visible, place),
        policies: policiesAt(result, place).size,
      },
    }
  })

  handle(api, 'score', readPosture, async ({ tx, who, query }) => {
    const result = await scoresOn(tx, query.on)
    return { object: await postureOf(tx, scoreCacheOf(api), result, visibleTo(who), perimeterAt(result, who, query.perimeter)) }
  })

  handle(api, 'score', readTiles, async ({ tx, who, query }) => {
    const result = await scoresOn(tx, query.on)
    return { objects: await tilesOf(tx, result, perimeterAt(result, who, query.perimeter)) }
  })

  handle(api, 'score', readUnlinked, async ({ tx, who, query }) => {
    const result = await scores(tx)
    return unlinkedOf(tx, result, perimeterAt(result, who, query.perimeter))
  })

  handle(api, 'score', readTargetScore, async ({ tx }) => ({ object: await organisationAim(tx) }))

  handle(api, 'score', writeTargetScore, async ({ tx, body, translate }) => {
    const { target_score, target_date } = body
    await setScoreAim(tx, { target_score, ...(target_date !== undefined && { target_date }) })
    return { message: translate('kit.messages.saved'), object: await organisationAim(tx) }
  })

  handle(api, 'score', readPerimeterScores, async ({ tx, who, query }) => {
    const result = await scoresOn(tx, query.on)
    if (query.policy !== undefined) topicOf(result, query)
    return perimeterScores(tx, result, visibleTo(who), query.policy)
  })

  handle(api, 'score', readPolicyScores, async ({ tx, who, params, query }) => {
    const result = await scoresOn(tx, query.on)
    const visible = visibleTo(who)
    const place = placeOf(result, visible, query)
    // One that applies nowhere yet has no score but is there.
    if (!(await tx.first(sql`select 1 from policy where customer_id = ${tx.customerId} and id = ${params.id}`))) throw notFound()
    const topic = { policy_id: params.id }
    return {
      object: {
        day: result.facts.day,
        place: await namedPlace(tx, place, topic),
        score: toScore(outcomeAt(result, place, topic)),
        target: (await aimsOf(tx, result))(place, params.id),
        hidden: hiddenAt(result, visible, place),
        nodes: await policyNodes(tx, result, place, params.id, query.only),
      },
    }
  })

  handle(api, 'score', previewScores, async ({ tx, who, body }) => ({ object: await previewOf(tx, await scores(tx), visibleTo(who), body.changes, body.all) }))

  handle(api, 'measure', readEffects, async ({ tx, who, params }) => ({ object: await measureEffects(tx, await scores(tx), visibleTo(who), params.id) }))

  handle(api, 'evidence', readEvidenceUsage, async ({ tx, who, grant, params, query }) => {
    const result = await scoresPast(tx, query.as_of)
    return { object: await evidenceUsage(tx, grant, resources, result, visibleTo(who), params.id) }
  })

  handle(api, 'measure', readGains, async ({ tx, who, query }) => ({ objects: gainsOf(await scores(tx), visibleTo(who), query.solutions) }))

  handle(api, 'measure', measuresByGain, async ({ tx, who, grant, body }) => {
    const gains = gainsOf(await scores(tx), visibleTo(who))
    return rankedMeasures(tx, grant, resources, body, gains)
  })

  handle(api, 'score', explainCall, async ({ tx, who, query }) => {
    await demandFigure(tx, query.figure)
    const result = await scoresOn(tx, query.on)
    const visible = visibleTo(who)
    const subject = subjectOf(result, placeOf(result, visible, query), query)
    const node = explainScore(result, subject, { depth: query.depth, visible, ...(query.at !== undefined && { at: query.at }) })
    if (!node) throw notFound()
    return { object: await namedExplanation(tx, resources, node, result.facts.day, await targetsOf(tx, result, subject)) }
  })

  handle(api, 'score', movedCall, async ({ tx, who, query }) => {
    await demandFigure(tx, query.figure)
    const result = await scores(tx)
    const visible = visibleTo(who)
    const place = placeOf(result, visible, query)
    const subject = subjectOf(result, place, query)
    return {
      object: {
        ...(await changesBetween(tx, resources, scoreCacheOf(api), result, subject, visible, query.from, query.to, query.lines)),
        place: await namedPlace(tx, place, subject.topic),
      },
    }
  })

  handle(api, 'score', historyCall, async ({ tx, who, query }) => {
    const result = await scores(tx)
    const place = placeOf(result, visibleTo(who), query)
    const topic = topicOf(result, query)
    const { from = yearBefore(tx.today), to = tx.today } = query
    const points = await publishedSeries(tx, place, result.index.root?.fact.id ?? null, topic, from, to)
    const past = points.filter(({ day }) => day < tx.today)
    const all = to < tx.today ? past : [...past, { day: tx.today, reading: readingOf(outcomeAt(result, place, topic)) }]
    return {
      objects: all.map(({ day, reading }) => {
        const [performance, coverage, performance_without, coverage_without] = reading ?? [null, null, null, null]
        return { day, performance, coverage, performance_without, coverage_without }
      }),
    }
  })

  handle(api, 'policy', policyScoreCall, async ({ tx, who, query }) => {
    const figure = await figureAsked(tx, query.type)
    const result = await scores(tx)
    const visible = visibleTo(who)
    const place = placeOf(result, visible, query)
    const topic = topicOf(result, query)
    const object = await policyScore(tx, result, { place, ...(topic && { topic }) }, visible, figure, query.ts)
    return { object: { ...object, target: (await aimsOf(tx, result))(place, query.policy), place: await namedPlace(tx, place, topic) } }
  })
}

/** The perimeter asked for, else the highest one that the reader reaches. */
function perimeterAt(result: ScoreResult, who: Who, perimeter: number | undefined): number {
  const place = placeOf(result, visibleTo(who), { perimeter, scope: 'consolidated' })
  return place.kind === 'CONSOLIDATED' ? place.perimeter_id : 0
}

/** Restricts to a policy that is in force somewhere; throws NOT_FOUND for any other. */
function topicOf({ consolidatedPolicies }: ScoreResult, { policy, lineage }: { policy?: number | undefined; lineage?: number | undefined }): Topic | undefined {
  if (policy === undefined) return undefined
  if (!consolidatedPolicies.has(policy)) throw notFound()
  return { policy_id: policy, ...(lineage !== undefined && { lineage_id: lineage }) }
}

function subjectOf(
  result: ScoreResult,
  place: Place,
  query: { figure: View['figure']; exemptions: 'with' | 'without'; policy?: number | undefined; lineage?: number | undefined },
): Subject {
  const topic = topicOf(result, query)
  return { place, ...(topic && { topic }), view: { figure: query.figure, exemptions: query.exemptions === 'with' } }
}

async function namedPlace(tx: Tx, place: Place, topic: Topic | undefined) {
  const labels = new Labels()
  const perimeter = place.kind === 'OWN' || place.kind === 'CONSOLIDATED' ? place.perimeter_id : null
  const grouping = place.kind === 'GROUPING' ? place.grouping_id : null
  labels.want('perimeter', perimeter)
  labels.want('tag', grouping)
  labels.want('policy', topic?.policy_id)
  await labels.load(tx)
  const scope = place.kind === 'OWN' ? ('own' as const) : place.kind === 'GROUPING' ? ('grouping' as const) : ('consolidated' as const)
  return { scope, perimeter: labels.get('perimeter', perimeter), grouping: labels.get('tag', grouping), policy: labels.get('policy', topic?.policy_id) }
}
