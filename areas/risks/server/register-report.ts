import { sql } from 'kysely'
import { z } from 'zod'
import type { Language } from '#kit/contract/catalogue.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import { writtenKeuro, writtenPercent } from '#kit/contract/with-unit.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, mayOpen, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { reportBounds } from '#kit/server/reports/bounds.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport, type ReportContext } from '#kit/server/reports/report-kind.ts'
import { measuresReadBy } from '#areas/measures/server/index.ts'
import { measureWorths, type MeasureWorth } from '#areas/scores/server/index.ts'
import type { RiskScale } from '#areas/risks/contract/calls.ts'
import { wholeShare } from '#areas/risks/contract/levels.ts'
import { matrixOf } from './matrix.ts'
import { planOf } from './plan.ts'
import { levelCell, matrixBlock, scaleBlock } from './report-blocks.ts'
import { riskRules } from './rules.ts'
import { sharesIn, type Shares } from './shares.ts'

interface ReportedLevels {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly init_impact: number
  readonly init_probability: number
  readonly current_impact: number
  readonly current_probability: number
  readonly target_impact: number | null
  readonly target_probability: number | null
  readonly strategy: string
  readonly status: string
  readonly review_date: string | null
  readonly owner: string | null
  readonly shares: Shares
  readonly measures: readonly { readonly id: number; readonly name: string }[]
}

const cell = (text: string): ReportCell => [[{ text }]]
const titled = ({ identifier, name }: Pick<ReportedLevels, 'identifier' | 'name'>): ReportCell => [
  [{ text: name ?? '', strong: true }],
  [{ text: identifier, soft: true }],
]
const everything = { filters: [], global_search: '' }

/** A register on paper: where its open risks stand, and how each is treated: by what is in place, which lowers it already, and by what is to come. */
export const registerReport = defineReport({
  name: 'risk_register',
  entity: 'risk_register',
  right: 'risk.read',
  summary: 'Make a report of a register of risks with its treatment plan',
  asked: z.object({}),
  compose: async (context) => {
    const { tx, resources, who, id, translate } = context
    const resource = resourceOf(resources, 'risk_register')
    const row = await getRow(tx, authorize(who, resource.def.rights.read), resource, resources, id)
    const say = (key: string, values?: Record<string, string | number>) => translate(`risks.${key}`, values)
    const { scale, total, above, to_approve: asked, cells } = await matrixOf(tx, resources, id, everything)
    const risks = await risksOf(context)
    const plan = await planOf(tx, resources, id, everything)
    const worths = await measureWorths(tx, [...new Set(risks.flatMap(({ measures }) => measures.map((one) => one.id)))])
    const words = { level: say('report.level'), impact: say('matrix.impact'), probability: say('matrix.probability') }
    const current = cells.filter(({ kind }) => kind === 'current')
    return {
      ...(await reportFrame(context, { title: say('report.title'), subtitle: String(row.name ?? ''), landscape: true })),
      blocks: [
        { kind: 'heading', level: 1, text: say('report.summary') },
        {
          kind: 'figures',
          items: [
            { label: say('entities.risk.many'), value: String(total) },
            { label: say('entities.risk.fields.above'), value: String(above), ...(above > 0 && { tone: 'danger' as const }) },
            { label: say('entities.risk.choices.status.TO_BE_APPROVED'), value: String(asked) },
            { label: say('report.cost'), value: writtenKeuro(plan.cost, who.lang) },
            { label: say('report.yearly'), value: writtenKeuro(plan.yearly, who.lang) },
          ],
        },
        ...(typeof row.description === 'string' && row.description !== '' ? [{ kind: 'markdown' as const, text: row.description }] : []),
        { kind: 'heading', level: 1, text: say('report.matrix') },
        matrixBlock(scale, current, who.lang, words),
        scaleBlock(scale, who.lang, words),
        { kind: 'heading', level: 1, text: say('entities.risk.many') },
        risksBlock(context, risks, scale),
        { kind: 'heading', level: 1, text: say('matrix.plan') },
        { kind: 'paragraph', text: [{ text: say('report.plan_text'), soft: true }] },
        planBlock(context, risks, worths, plan, scale),
      ],
    }
  },
})

type Context = ReportContext<Record<string, never>>

/** The gravest first; what the reader may not open is linked without its name. Who reads the register is the caller's to ask. */
function risksOf({ tx, resources, who, id }: Context): Promise<ReportedLevels[]> {
  const [t, m] = [rowRef('t'), rowRef('m')]
  const measure = nameIf(mayOpen(resourceOf(resources, 'measure'), m, who), sql`concat_ws(' ', m.identifier, ${localizedText(m, 'name', who.lang)})`, who.lang)
  return tx.run(sql<ReportedLevels>`select t.id, t.identifier, ${localizedText(t, 'name', who.lang)} as name, t.init_impact, t.init_probability, t.current_impact, t.current_probability,
      t.target_impact, t.target_probability, t.strategy, t.status, t.review_date, ${sharesIn('risk', t)} as shares,
      coalesce((select p.name from member p where p.customer_id = t.customer_id and p.id = t.manager_id),
        (select g.name from "group" g where g.customer_id = t.customer_id and g.id = t.group_id)) as owner,
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', ${measure}) order by m.identifier), '[]') from risk__measures l
        join ${measuresReadBy(tx.customerId, who)} m on m.id = l.target_id where l.customer_id = t.customer_id and l.owner_id = t.id) as measures
    from risk t where t.customer_id = ${tx.customerId} and t.register_id = ${id} and t.treatment <> 'CLOSED' and ${asSql(riskRules.read(t, who))}
    order by t.current_level desc, t.identifier limit ${reportBounds.rows}`)
}

function risksBlock({ who, translate }: Context, risks: readonly ReportedLevels[], scale: RiskScale): ReportBlock {
  const say = (key: string) => translate(`risks.entities.risk.${key}`)
  return {
    kind: 'table',
    columns: [
      { label: say('fields.name'), width: 24 },
      { label: say('fields.init_level'), width: 13 },
      { label: say('fields.current_level'), width: 13 },
      { label: say('fields.target_level'), width: 13 },
      { label: say('fields.manager'), width: 13 },
      { label: say('fields.strategy'), width: 12 },
      { label: say('fields.review_date'), width: 12 },
    ],
    rows: risks.map((one) => [
      titled(one),
      levelCell(scale, one.init_impact, one.init_probability, who.lang),
      levelCell(scale, one.current_impact, one.current_probability, who.lang),
      levelCell(scale, one.target_impact, one.target_probability, who.lang),
      cell(one.owner ?? '–'),
      [[{ text: say(`choices.strategy.${one.strategy}`) }], [{ text: say(`choices.status.${one.status}`), soft: true }]],
      cell(one.review_date ? writtenDay(one.review_date, who.dateOrder) : '–'),
    ]),
  }
}

type Plan = Awaited<ReturnType<typeof planOf>>

function planBlock(
  { who, translate }: Context,
  risks: readonly ReportedLevels[],
  worths: ReadonlyMap<number, MeasureWorth>,
  plan: Plan,
  scale: RiskScale,
): ReportBlock {
  const say = (key: string, values?: Record<string, string | number>) => translate(`risks.${key}`, values)
  const planned = new Map(plan.risks.map((one) => [one.id, one]))
  /** What is in place is a treatment, too: it is why the risk is no more where it began. */
  const inPlace = ({ measures, shares }: ReportedLevels): ReportCell =>
    measures.flatMap(({ id, name }) => {
      const worth = worths.get(id)?.worth ?? null
      if (worth === null) return []
      const share = shares[id] ?? wholeShare
      const details = [
        writtenPercent(worth, who.lang),
        ...(share < wholeShare ? [say('levels.share', { share: writtenPercent(share, who.lang, 2) })] : []),
      ].join(', ')
      return [[{ text: `${name} ` }, { text: `(${details})`, soft: true }]]
    })
  const toCome = (steps: Plan['risks'][number]['steps']): ReportCell =>
    steps
      .filter(({ status }) => status !== 'FINISHED')
      .map((step) => [
        { text: `${step.identifier} ${step.name ?? ''} ` },
        {
          text: [step.target_date && writtenDay(step.target_date, who.dateOrder), costText(say, step, who.lang)].filter(Boolean).join(', '),
          soft: true,
        },
      ])
  return {
    kind: 'table',
    columns: [
      { label: say('plan.risk'), width: 22 },
      { label: say('report.in_place'), width: 27 },
      { label: say('report.to_come'), width: 27 },
      { label: say('entities.risk.fields.current_level'), width: 12 },
      { label: say('report.expected'), width: 12 },
    ],
    rows: risks.map((one) => {
      const ahead = planned.get(one.id)
      const [there, coming] = [inPlace(one), toCome(ahead?.steps ?? [])]
      return [
        titled(one),
        there.length > 0 ? there : cell(say('report.nothing_in_place')),
        coming.length > 0 ? coming : cell(say('report.nothing_to_come')),
        levelCell(scale, one.current_impact, one.current_probability, who.lang),
        levelCell(scale, ahead?.expected_impact ?? one.current_impact, ahead?.expected_probability ?? one.current_probability, who.lang),
      ]
    }),
  }
}

/** What a step costs, said at the first risk that it treats. */
function costText(
  say: (key: string, values?: Record<string, string | number>) => string,
  { cost, entity, shared }: Plan['risks'][number]['steps'][number],
  lang: Language,
): string | null {
  if (cost === null) return null
  if (shared) return say('plan.shared')
  const formatted = writtenKeuro(cost, lang)
  return entity === 'measure' ? say('plan.yearly', { cost: formatted }) : formatted
}
