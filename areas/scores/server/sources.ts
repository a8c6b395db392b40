import { z } from 'zod'
import { dayAfter } from '#kit/contract/day-after.ts'
import { notFound } from '#kit/contract/errors.ts'
import type { FigureAnswer, GroupsAnswer, RowsAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import { stepsOf } from '#kit/server/sources/span.ts'
import { quarterBefore } from '#areas/scores/contract/quarter.ts'
import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import { outcomeAt, type Place, type ScoreResult, type Topic } from './compute/compute.ts'
import { toScore } from './compute/score.ts'
import { Labels } from './explanation/labels.ts'
import { mergeCauses } from './movement/merge-causes.ts'
import { changesBetween } from './movement/changes-between.ts'
import { publishedSeries } from './movement/trend.ts'
import { policiesAt } from './places/policies-at.ts'
import { policyNodes } from './places/policy-nodes.ts'
import { unlinkedOf } from './places/posture.ts'
import { placeOf, visibleTo } from './places/reach.ts'
import { aimsOf } from './places/target-score.ts'
import { scoreCacheOf } from './snapshot/score-cache.ts'

const id = z.int().min(1)
const perimeter = { entity: 'perimeter' } as const
const policy = { entity: 'policy' } as const
const scopes = ['consolidated', 'own'] as const
const scope = { options: scopes } as const
const place = { perimeter: id.optional(), scope: z.enum(scopes).default('consolidated') }

/** The scores as they stand, or as they were published by the moment that is asked. */
async function scoresOf({ api, tx, moment, today }: Asking): Promise<ScoreResult> {
  const cache = scoreCacheOf(api)
  const current = await cache.read(tx)
  if (!moment || today >= tx.today) return current
  const published = await cache.published(tx, today, current)
  if (!published) throw notFound()
  return published
}

interface Given {
  readonly perimeter?: number | undefined
  readonly policy?: number | undefined
  readonly scope: (typeof scopes)[number]
}

/** Where a source is asked to look: at what was chosen of it, else at what the dashboard is kept to, else at the highest that the reader reaches. */
const placeAsked = (asking: Asking, result: ScoreResult, given: Given): Place =>
  placeOf(result, visibleTo(asking.tx.who), { perimeter: given.perimeter ?? asking.perimeter ?? undefined, scope: given.scope })

function topicOf(result: ScoreResult, at: Place, asked: number | undefined): Topic | undefined {
  if (asked === undefined) return undefined
  if (!policiesAt(result, at).has(asked)) throw notFound()
  return { policy_id: asked }
}

const share = (value: number | null): number | null => (value === null ? null : value * 100)

/** What was published of a score three months before, at most a month earlier; null where nothing was. */
async function quarterAgo({ tx }: Asking, result: ScoreResult, at: Place, topic: Topic | undefined): Promise<number | null> {
  const until = quarterBefore(result.facts.day)
  const published = await publishedSeries(tx, at, result.index.root?.fact.id ?? null, topic, dayAfter(until, -30), until)
  return published.at(-1)?.reading?.[0] ?? null
}

/** A score with its coverage, what is proven of it and what it would be without exemptions. */
const score = defineSource({
  name: 'scores.score',
  kind: 'figure',
  right: 'score.read',
  settings: { perimeter, policy, scope },
  given: z.strictObject({ ...place, policy: id.optional() }),
  read: async (asking, given): Promise<FigureAnswer> => {
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, given)
    const told = toScore(outcomeAt(result, at, topicOf(result, at, given.policy)))
    const aims = await aimsOf(asking.tx, result)
    return {
      kind: 'figure',
      value: told.performance,
      unit: 'percent',
      of: null,
      before: asking.compared ? await quarterAgo(asking, result, at, topicOf(result, at, given.policy)) : null,
      target: aims(at, given.policy),
      rises: true,
      facts: [
        { label: asking.say('scores.page.coverage'), value: told.coverage, unit: 'percent' },
        { label: asking.say('scores.sources.score.proven'), value: share(told.proven_share), unit: 'percent' },
        { label: asking.say('scores.sources.score.without'), value: told.without_exemptions.performance, unit: 'percent' },
      ],
      opens: null,
    }
  },
})

/** What was published of a score at the end of each step, and as it stands. */
const course = defineSource({
  name: 'scores.course',
  kind: 'series',
  right: 'score.read',
  dated: true,
  settings: { perimeter, policy, scope },
  given: z.strictObject({ ...place, policy: id.optional() }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    const { tx, days, step, today, say } = asking
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, given)
    const topic = topicOf(result, at, given.policy)
    const steps = stepsOf(step, days)
    const published = await publishedSeries(tx, at, result.index.root?.fact.id ?? null, topic, steps[0]?.from ?? days.from, days.to)
    const now = toScore(outcomeAt(result, at, topic))
    const aims = await aimsOf(tx, result)
    return {
      kind: 'series',
      unit: 'percent',
      series: [
        { key: 'with', label: say('scores.page.score'), tint: null },
        { key: 'without', label: say('scores.sources.score.without'), tint: null },
      ],
      points: steps.map(({ from, to }) => {
        if (to >= today) return { day: to, values: [now.performance, now.without_exemptions.performance], opens: null }
        const reading = published.findLast(({ day }) => day <= to && day >= from)?.reading
        return { day: to, values: [reading?.[0] ?? null, reading?.[2] ?? null], opens: null }
      }),
      target: aims(at, given.policy),
      rises: true,
      opens: null,
    }
  },
})

const groupsOf = (rows: GroupsAnswer['rows'], label: string): GroupsAnswer => ({
  kind: 'groups',
  unit: 'percent',
  series: [{ key: 'score', label, tint: null }],
  rows,
  total: null,
  rises: true,
  opens: null,
})

/** The policies that apply at a place, each with its score there. */
const policies = defineSource({
  name: 'scores.policies',
  kind: 'groups',
  right: 'score.read',
  settings: { perimeter, scope },
  given: z.strictObject(place),
  read: async (asking, given) => {
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, given)
    const labels = new Labels()
    for (const one of policiesAt(result, at)) labels.want('policy', one)
    await labels.load(asking.tx)
    const aims = await aimsOf(asking.tx, result)
    const rows = labels.open('policy', policiesAt(result, at)).map(({ id: one, name }) => ({
      key: String(one),
      label: name,
      tint: null,
      values: [toScore(outcomeAt(result, at, { policy_id: one })).performance],
      target: aims(at, one),
      opens: null,
    }))
    return groupsOf(
      rows.toSorted((a, b) => a.label.localeCompare(b.label, asking.lang)),
      asking.say('scores.page.score'),
    )
  },
})

/** The perimeters right below a place, each with its consolidated score, of everything or of one policy. */
const perimeters = defineSource({
  name: 'scores.perimeters',
  kind: 'groups',
  right: 'score.read',
  settings: { perimeter, policy },
  given: z.strictObject({ perimeter: id.optional(), policy: id.optional() }),
  read: async (asking, given) => {
    const result = await scoresOf(asking)
    const visible = visibleTo(asking.tx.who)
    const at = placeAsked(asking, result, { ...given, scope: 'consolidated' })
    const topic = topicOf(result, at, given.policy)
    const below = at.kind === 'CONSOLIDATED' ? (result.index.perimeter.get(at.perimeter_id)?.children ?? []) : []
    const shown = below.map(({ fact }) => fact.id).filter(visible)
    const labels = new Labels()
    for (const one of shown) labels.want('perimeter', one)
    await labels.load(asking.tx)
    const aims = await aimsOf(asking.tx, result)
    const rows = shown.map((one) => {
      const place = { kind: 'CONSOLIDATED', perimeter_id: one } as const
      return {
        key: String(one),
        label: labels.get('perimeter', one)?.name ?? '',
        tint: null,
        values: [toScore(outcomeAt(result, place, topic)).performance],
        target: aims(place, given.policy),
        opens: null,
      }
    })
    return groupsOf(
      rows.toSorted((a, b) => a.label.localeCompare(b.label, asking.lang)),
      asking.say('scores.page.score'),
    )
  },
})

/** The groups of a policy at its top, each with its score at a place. */
const themes = defineSource({
  name: 'scores.policy',
  kind: 'groups',
  right: 'score.read',
  settings: { policy: { ...policy, needed: true }, perimeter, scope },
  given: z.strictObject({ ...place, policy: id }),
  read: async (asking, given) => {
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, given)
    topicOf(result, at, given.policy)
    const nodes = await policyNodes(asking.tx, result, at, given.policy)
    const tops = nodes.filter(({ parent_id, kind }) => parent_id === null && kind === 'GROUP')
    const aims = await aimsOf(asking.tx, result)
    const shown = tops.length > 0 ? tops : nodes.filter(({ parent_id }) => parent_id === null)
    return groupsOf(
      shown.map((node) => ({
        key: String(node.lineage_id),
        label: node.name || (node.identifier ?? ''),
        tint: null,
        values: [node.score.performance],
        target: aims(at, given.policy),
        opens: null,
      })),
      asking.say('scores.page.score'),
    )
  },
})

/** The most groups of a policy in a radar: more run into each other. */
const mostThemes = 12

/** How far measures cover the themes of a policy, beside what counts of it; of the first policy by its name unless one is chosen. A policy under one heading tells of what stands below it. */
const coverage = defineSource({
  name: 'scores.coverage',
  kind: 'groups',
  right: 'score.read',
  settings: { policy, perimeter },
  given: z.strictObject({ policy: id.optional(), perimeter: id.optional() }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    const { tx, lang, say } = asking
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, { ...given, scope: 'consolidated' })
    topicOf(result, at, given.policy)
    const labels = new Labels()
    for (const one of policiesAt(result, at)) labels.want('policy', one)
    await labels.load(tx)
    const [first] = labels.open('policy', policiesAt(result, at)).toSorted((a, b) => a.name.localeCompare(b.name, lang))
    const shown = given.policy ?? first?.id
    const nodes = shown === undefined ? [] : await policyNodes(tx, result, at, shown)
    const groups = nodes.filter(({ kind }) => kind === 'GROUP')
    const top = groups.filter(({ parent_id }) => parent_id === null)
    const below = top.length === 1 ? groups.filter(({ parent_id }) => parent_id === top[0]?.id) : []
    const told = (below.length > 2 ? below : top).filter(({ score: { coverage: covered } }) => covered !== null).slice(0, mostThemes)
    return {
      kind: 'groups',
      unit: 'percent',
      series: (['coverage', 'score'] as const).map((key) => ({ key, label: say(`scores.page.${key}`), tint: null })),
      rows: told.map((node) => ({
        key: String(node.lineage_id),
        label: node.name || (node.identifier ?? ''),
        tint: null,
        values: [node.score.coverage, node.score.performance],
        target: null,
        opens: null,
      })),
      total: null,
      rises: true,
      opens: null,
    }
  },
})

/** Causes that are told of what moved a score. */
const mostCauses = 10

/** What moved a score most since three months before, cause by cause. */
const moved = defineSource({
  name: 'scores.moved',
  kind: 'rows',
  right: 'score.read',
  settings: { perimeter, policy },
  given: z.strictObject({ perimeter: id.optional(), policy: id.optional() }),
  read: async (asking, given): Promise<RowsAnswer> => {
    refusePast(asking)
    const { api, tx, resources, say } = asking
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, { ...given, scope: 'consolidated' })
    const topic = topicOf(result, at, given.policy)
    const subject = { place: at, view: { figure: 'PERFORMANCE', exemptions: true }, ...(topic && { topic }) } as const
    const from = quarterBefore(asking.today)
    const { causes } = await changesBetween(tx, resources, scoreCacheOf(api), result, subject, visibleTo(tx.who), from, undefined, undefined)
    const merged = mergeCauses(causes)
    return {
      kind: 'rows',
      columns: [
        { name: 'what', label: say('scores.sources.moved.what'), align: 'start' },
        { name: 'cause', label: say('scores.sources.moved.cause'), align: 'start' },
        { name: 'where', label: say('scores.sources.moved.where'), align: 'start' },
        { name: 'points', label: say('scores.sources.moved.points'), align: 'end' },
      ],
      rows: merged.slice(0, mostCauses).map((cause) => {
        const { hidden, code, action, measure, solution, requirement, policy: of, perimeter: place, amount } = cause
        const why = say(`scores.movement.cause.${code}`)
        const what = hidden ? say('scores.page.hidden_help') : ((action ?? measure ?? solution ?? requirement ?? of)?.name ?? why)
        return { id: null, cells: [what, why, place?.name ?? null, Math.round((amount / MOVEMENT_UNIT) * 100) / 100] }
      }),
      total: merged.length,
      opens: null,
    }
  },
})

/** Requirements that no model answers, policy by policy. */
const unlinked = defineSource({
  name: 'scores.unlinked',
  kind: 'groups',
  right: 'score.read',
  settings: { perimeter },
  given: z.strictObject({ perimeter: id.optional() }),
  read: async (asking, given): Promise<GroupsAnswer> => {
    refusePast(asking)
    const result = await scoresOf(asking)
    const at = placeAsked(asking, result, { ...given, scope: 'consolidated' })
    const { objects, total } = await unlinkedOf(asking.tx, result, at.kind === 'CONSOLIDATED' ? at.perimeter_id : 0)
    return {
      kind: 'groups',
      unit: null,
      series: [{ key: 'unlinked', label: '', tint: null }],
      rows: objects.map((one) => ({ key: String(one.policy.id), label: one.policy.name, tint: null, values: [one.count], target: null, opens: null })),
      total,
      rises: false,
      opens: null,
    }
  },
})

export const scoreSources: readonly Source[] = [score, course, policies, perimeters, themes, coverage, moved, unlinked]
