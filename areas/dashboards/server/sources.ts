import { z } from 'zod'
import type { Filter } from '#kit/contract/list-query.ts'
import type { GroupsAnswer, RowsAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { arePersonal } from '#kit/server/sources/rows-source.ts'
import { defineSource, refusePast, type Asking, type Source } from '#kit/server/sources/source.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import type { Attention } from '#areas/dashboards/contract/calls.ts'
import { attentionOf } from './attention.ts'
import { readForecastOf } from './forecast/read-forecast.ts'
import { readNextSteps } from './next-steps/read-next-steps.ts'
import { scopeOf, type Scope } from './scope.ts'
import { budgetOf, lateActions } from './work.ts'

const months = ['3', '6', '12'] as const

/** What a score becomes if nobody acts, and if what is started is done. */
const forecast = defineSource({
  name: 'dashboards.forecast',
  kind: 'series',
  right: 'score.read',
  settings: { perimeter: { entity: 'perimeter' }, policy: { entity: 'policy' }, months: { options: months } },
  given: z.strictObject({ perimeter: z.int().min(1).optional(), policy: z.int().min(1).optional(), months: z.enum(months).default('12') }),
  read: async (asking, given): Promise<SeriesAnswer> => {
    refusePast(asking)
    const { api, tx, resources, say } = asking
    const told = await readForecastOf(tx, resources, await cachedScores(api)(tx), {
      perimeter: given.perimeter ?? asking.perimeter ?? undefined,
      policy: given.policy,
      months: Number(given.months),
    })
    const { day, until, points, helped_points: helped, today, last, helped: helpedLast } = told
    const days = [...new Set([day, ...points.map((point) => point.day), ...helped.map((point) => point.day), until])].toSorted()
    // A score stands until something changes it.
    const at = (course: typeof points, on: string, end: number | null) => (on === until ? end : (course.findLast((point) => point.day <= on)?.score ?? today))
    return {
      kind: 'series',
      unit: 'percent',
      series: [
        { key: 'alone', label: say('dashboards.sources.forecast.alone'), tint: 'danger' },
        ...(helped.length > 0 ? [{ key: 'helped', label: say('dashboards.sources.forecast.helped'), tint: 'info' }] : []),
      ],
      points: days.map((on) => ({ day: on, values: [at(points, on, last), ...(helped.length > 0 ? [at(helped, on, helpedLast)] : [])], opens: null })),
      target: told.target,
      rises: true,
      opens: null,
    }
  },
})

const perimeter = { entity: 'perimeter' } as const
const place = z.strictObject({ perimeter: z.int().min(1).optional() })

/** What the cockpit is kept to, as the reader's own page asks it; of a day gone by all is read as it was then. */
async function scopeAsked({ tx, perimeter: within, today, moment }: Asking, given: z.output<typeof place>): Promise<Scope> {
  if (moment) tx.readPast(moment)
  return { ...(await scopeOf(tx, { perimeter: given.perimeter ?? within ?? undefined })), day: today, past: moment !== null }
}

/** Lines of what waits: for the reader in person, or for those whom they lead. */
async function waiting(asking: Asking, given: z.output<typeof place>, mine: boolean): Promise<GroupsAnswer> {
  const { tx, resources, say } = asking
  const lines = await attentionOf(tx, resources, await scopeAsked(asking, given))
  // Some are the reader's by name rather than by a field that is everybody's own.
  const isOwn = ({ kind, link }: Attention) => kind.startsWith('my_') || (link !== null && arePersonal(resourceOf(resources, link.entity).def, link.filters))
  const shown = lines.filter((line) => isOwn(line) === mine)
  return {
    kind: 'groups',
    unit: null,
    series: [{ key: 'count', label: '', tint: null }],
    rows: shown.map(({ kind, count, link, policy, first }) => ({
      key: policy === null ? kind : `${kind} ${policy}`,
      label: policy === null ? say(`dashboards.sources.attention.kinds.${kind}`) : `${say(`dashboards.sources.attention.kinds.${kind}`)} · ${first.name}`,
      tint: null,
      values: [count],
      target: null,
      opens: link && { ...link, total: count },
    })),
    total: null,
    rises: false,
    opens: null,
  }
}

/** What needs attention, of whomever it is: nothing that is asked of the reader in person. */
const attention = defineSource({
  name: 'dashboards.attention',
  kind: 'groups',
  right: 'remediation.read',
  settings: { perimeter },
  given: place,
  read: (asking, given) => waiting(asking, given, false),
})

/** What waits for the reader in person. */
const mine = defineSource({
  name: 'dashboards.mine',
  kind: 'groups',
  right: 'remediation.read',
  personal: true,
  settings: { perimeter },
  given: place,
  read: (asking, given) => waiting(asking, given, true),
})

/** The actions that are due longest, of those that the reader's own list shows. */
const late = defineSource({
  name: 'dashboards.late',
  kind: 'rows',
  right: 'remediation.read',
  settings: { perimeter },
  given: place,
  read: async (asking, given): Promise<RowsAnswer> => {
    const { tx, resources, say } = asking
    const { total, first, link } = await lateActions(tx, authorize(tx.who, 'remediation.read'), resources, await scopeAsked(asking, given))
    const field = (name: string) => say(`actions.entities.remediation.fields.${name}`)
    return {
      kind: 'rows',
      columns: [
        { name: 'name', label: field('name'), align: 'start' },
        { name: 'owner', label: field('manager'), align: 'start' },
        { name: 'target_date', label: field('target_date'), align: 'start' },
      ],
      rows: first.map(({ id, name, owner, perimeter: where, target_date: day }) => ({ id, cells: [name, owner ?? where, { text: day, tint: null, day }] })),
      total,
      opens: { ...link, total },
    }
  },
})

/** What actions cost, those finished this year and those still open, beside what plans may cost. */
const budget = defineSource({
  name: 'dashboards.budget',
  kind: 'groups',
  right: 'remediation.read',
  settings: { perimeter },
  given: place,
  read: async (asking, given): Promise<GroupsAnswer> => {
    const { tx, resources, say } = asking
    const told = await budgetOf(tx, authorize(tx.who, 'remediation.read'), resources, await scopeAsked(asking, given))
    const row = (
      key: 'spent' | 'committed' | 'budget',
      tint: string,
      keuro: number,
      link: { readonly entity: string; readonly filters: Filter[] },
      total: number,
    ) => ({
      key,
      label: say(`dashboards.sources.budget.${key}`, { year: String(told.year) }),
      tint,
      values: [keuro],
      target: null,
      opens: { ...link, total },
    })
    return {
      kind: 'groups',
      unit: 'keuro',
      series: [{ key: 'keuro', label: '', tint: null }],
      rows: [
        row('spent', 'success', told.spent.keuro, told.spent.link, told.spent.actions),
        row('committed', 'info', told.committed.keuro, told.committed.link, told.committed.actions),
        ...(told.budget ? [row('budget', 'neutral', told.budget.keuro, told.budget.link, told.budget.plans)] : []),
      ],
      total: null,
      rises: null,
      opens: null,
    }
  },
})

/** The next steps that lift a score most for what they cost, of what the reader may do. */
const steps = defineSource({
  name: 'dashboards.steps',
  kind: 'rows',
  right: 'measure.write',
  settings: { perimeter, by: { options: ['price', 'points'] } },
  given: place.extend({ by: z.enum(['price', 'points']).default('price') }),
  read: async (asking, given): Promise<RowsAnswer> => {
    refusePast(asking)
    const { api, tx, resources, say } = asking
    const told = await readNextSteps(tx, resources, await cachedScores(api)(tx), {
      perimeter: given.perimeter ?? asking.perimeter ?? undefined,
      by: given.by,
    })
    const word = (name: string) => say(`dashboards.sources.steps.${name}`)
    return {
      kind: 'rows',
      columns: [
        { name: 'what', label: word('what'), align: 'start' },
        { name: 'where', label: word('where'), align: 'start' },
        { name: 'cost', label: word('cost'), align: 'end' },
        { name: 'gain', label: word('gain'), align: 'end' },
        { name: 'score', label: word('score'), align: 'end' },
      ],
      rows: told.steps.map(({ kind, about, requirements, perimeters, cost, gain, score }) => ({
        id: null,
        cells: [
          say(`dashboards.next_steps.what.${kind}`, kind === 'LINK' ? { count: requirements } : { name: about.name }),
          kind === 'LINK' ? about.name : perimeters.map(({ name }) => name).join(', ') || null,
          cost === null ? null : Math.round(cost),
          tenths(gain),
          tenths(score),
        ],
      })),
      total: told.steps.length,
      opens: null,
    }
  },
})
const tenths = (value: number) => Math.round(value * 10) / 10

export const dashboardSources: readonly Source[] = [forecast, attention, mine, late, budget, steps]
