import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { levelName } from '#kit/contract/level.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import { localizedText, mayOpen, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { reportBounds } from '#kit/server/reports/bounds.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
import { everyRisk, levelCell, matrixBlock, placeSaid, riskScaleOf, scaleBlock } from '#areas/risks/server/index.ts'
import { comparisonOf } from './comparison.ts'

type Say = (key: string, values?: Record<string, string | number>) => string
interface Named {
  readonly id: number
  readonly name: string | null
}
interface Scenario {
  readonly threat: string | null
  readonly asset: string | null
  readonly probability: number | null
  readonly impact: number | null
  readonly current_impact: number | null
  readonly current_probability: number | null
  readonly target_impact: number | null
  readonly target_probability: number | null
  readonly reason: string | null
  readonly strategy: string
  readonly manager: string | null
  readonly risk: string | null
  readonly measures: string | null
  readonly actions: string | null
}

const cell = (text: string): ReportCell => [[{ text }]]
const names = (list: unknown): string[] => (list as readonly Named[]).map(({ name }) => name ?? '')

/** What an analysis found, on paper: what counts, what carries it, what may happen, what is done about it, what changed since the one before. */
export const analysisReport = defineReport({
  name: 'analysis',
  entity: 'risk_analysis',
  right: 'risk_analysis.read',
  summary: 'Make a report of a risk analysis',
  asked: z.object({}),
  compose: async (context) => {
    const { tx, resources, who, id, translate } = context
    const say: Say = (key, values) => translate(`analyses.${key}`, values)
    const resource = resourceOf(resources, 'risk_analysis')
    const row = await getRow(tx, authorize(who, resource.def.rights.read), resource, resources, id)
    const held = row.scale as { readonly id: number } | null
    const scale = held ? await riskScaleOf(tx, held.id) : undefined
    const nameOf = (value: number | null) => {
      const level = scale?.levels.find((one) => one.value === value)
      return level ? levelName(level, who.lang) : '–'
    }
    const words = {
      level: say('entities.risk_scenario.fields.level'),
      impact: say('entities.risk_scenario.fields.impact'),
      probability: say('entities.risk_scenario.fields.probability'),
    }
    const saidAt: Places = {
      place: (side, place) => placeSaid(scale, side, place, who.lang),
      level: (impact, probability) => levelCell(scale, impact, probability, who.lang),
    }
    const scenarios = await scenariosOf(tx, resources, id)
    const former = row.previous as (Named & { readonly hidden?: true }) | null
    // Of a study that the reader may not open nothing is told.
    const previous = former?.hidden ? null : former
    const status = say(`entities.risk_analysis.choices.status.${String(row.status)}`)
    return {
      ...(await reportFrame(context, { title: say('report.title'), subtitle: String(row.name ?? ''), version: status, landscape: true })),
      blocks: [
        { kind: 'heading', level: 1, text: say('report.summary') },
        {
          kind: 'figures',
          items: [
            { label: say('entities.risk_analysis.fields.business_values'), value: String(names(row.business_values).length) },
            { label: say('entities.risk_analysis.fields.supporting_assets'), value: String(names(row.supporting_assets).length) },
            { label: say('entities.risk_analysis.fields.threats'), value: String(names(row.threats).length) },
            { label: say('entities.risk_analysis.fields.scenarios'), value: String(row.scenarios ?? 0) },
            { label: say('entities.risk_analysis.fields.retained'), value: String(row.retained ?? 0) },
          ],
        },
        {
          kind: 'paragraph',
          text: [
            { text: `${say('entities.risk_analysis.fields.manager')}: `, soft: true },
            { text: (row.manager as Named | null)?.name ?? (row.group as Named | null)?.name ?? '–' },
          ],
        },
        ...(typeof row.context === 'string' && row.context !== '' ? [{ kind: 'markdown' as const, text: row.context }] : []),
        ...(scale
          ? [
              { kind: 'heading' as const, level: 1 as const, text: say('report.matrix') },
              matrixBlock(scale, countsOf(scenarios), who.lang, words),
              scaleBlock(scale, who.lang, words),
            ]
          : []),
        ...valuesBlock(row, saidAt, say),
        ...listBlock(say('steps.assets'), names(row.supporting_assets)),
        ...listBlock(say('steps.threats'), names(row.threats)),
        ...scenariosBlock(scenarios, saidAt, say),
        ...treatmentBlock(scenarios, saidAt, say),
        ...(previous ? comparisonBlock(await comparisonOf(tx, id, previous.id), previous, nameOf, say) : []),
      ],
    }
  },
})

/** How places and levels of the study's scale are said. */
interface Places {
  readonly place: (side: 'impacts' | 'probabilities', place: number | null) => string
  readonly level: (impact: number | null, probability: number | null) => ReportCell
}

/** How many scenarios stand in each cell, by the measures that are there. */
function countsOf(scenarios: readonly Scenario[]) {
  const placed = scenarios.flatMap(({ current_impact: impact, current_probability: probability }) =>
    impact === null || probability === null ? [] : [{ impact, probability }],
  )
  return [...Map.groupBy(placed, ({ impact, probability }) => `${impact} ${probability}`).values()].flatMap((ones) =>
    ones[0] ? [{ ...ones[0], count: ones.length }] : [],
  )
}

/** What is retained; what the reader may not open is linked to it without its name (docs/decisions/0018). */
function scenariosOf(tx: Tx, resources: Resources, analysis: number): Promise<Scenario[]> {
  const name = (alias: string) => localizedText(rowRef(alias), 'name', tx.who.lang)
  const shown = (entity: string, alias: string, text: RawBuilder<unknown>) =>
    nameIf(mayOpen(resourceOf(resources, entity), rowRef(alias), tx.who), text, tx.who.lang)
  const linked = (field: string, entity: string) =>
    sql`(select string_agg(${shown(entity, 't', sql`concat_ws(' ', t.identifier, ${name('t')})`)}, E'\n' order by t.id) from ${sql.table(`risk_scenario__${field}`)} l
      join ${sql.table(entity)} t on t.customer_id = l.customer_id and t.id = l.target_id where l.customer_id = s.customer_id and l.owner_id = s.id)`
  return tx.run(sql<Scenario>`select ${name('th')} as threat, ${name('sa')} as asset, s.probability, s.impact, s.current_impact, s.current_probability, s.target_impact, s.target_probability, s.reason, s.strategy, m.name as manager, case when r.id is not null then ${shown('risk', 'r', sql`r.identifier`)} end as risk,
      ${linked('measures', 'measure')} as measures, ${linked('actions', 'remediation')} as actions
    from risk_scenario s
      join threat th on th.customer_id = s.customer_id and th.id = s.threat_id
      join supporting_asset sa on sa.customer_id = s.customer_id and sa.id = s.supporting_asset_id
      left join member m on m.customer_id = s.customer_id and m.id = s.manager_id
      left join ${everyRisk(tx.customerId)} r on r.id = s.risk_id
    where s.customer_id = ${tx.customerId} and s.analysis_id = ${analysis} and s.retained
    order by s.level desc nulls last, s.id limit ${reportBounds.rows}`)
}

function valuesBlock(row: Readonly<Record<string, unknown>>, { place }: Places, say: Say): ReportBlock[] {
  const impacts = row.impacts as readonly { business_value: Named | null; type: string; impact: number; comment: string | null }[]
  return [
    { kind: 'heading', level: 1, text: say('steps.values') },
    {
      kind: 'table',
      columns: [
        { label: say('entities.risk_analysis.fields.business_values'), width: 40 },
        { label: say('entities.risk_analysis.fields.impacts'), width: 60 },
      ],
      rows: (row.business_values as readonly Named[]).map(({ id, name }) => [
        cell(name ?? ''),
        impacts
          .filter(({ business_value: value }) => value?.id === id)
          .map(({ type, impact, comment }) => [
            { text: [`${say(`entities.risk_analysis.choices.impact_types.${type}`)}: ${place('impacts', impact)}`, comment].filter(Boolean).join(' – ') },
          ]),
      ]),
    },
  ]
}

const listBlock = (title: string, list: readonly string[]): ReportBlock[] =>
  list.length === 0
    ? []
    : [
        { kind: 'heading', level: 1, text: title },
        { kind: 'table', columns: [{ label: title, width: 100 }], rows: list.map((name) => [cell(name)]) },
      ]

const lines = (text: string | null): ReportCell => (text ?? '').split('\n').map((line) => [{ text: line }])

const scenariosBlock = (scenarios: readonly Scenario[], { place, level }: Places, say: Say): ReportBlock[] => [
  { kind: 'heading', level: 1, text: say('steps.scenarios') },
  {
    kind: 'table',
    columns: [
      { label: say('entities.risk_scenario.fields.threat'), width: 22 },
      { label: say('entities.risk_scenario.fields.supporting_asset'), width: 18 },
      { label: say('entities.risk_scenario.fields.probability'), width: 13 },
      { label: say('entities.risk_scenario.fields.impact'), width: 13 },
      { label: say('entities.risk_scenario.fields.level'), width: 13 },
      { label: say('entities.risk_scenario.fields.reason'), width: 21 },
    ],
    rows: scenarios.map((one) => [
      cell(one.threat ?? ''),
      cell(one.asset ?? ''),
      cell(place('probabilities', one.probability)),
      cell(place('impacts', one.impact)),
      level(one.impact, one.probability),
      lines(one.reason),
    ]),
  },
]

const treatmentBlock = (scenarios: readonly Scenario[], { level }: Places, say: Say): ReportBlock[] => [
  { kind: 'heading', level: 1, text: say('steps.treatment') },
  {
    kind: 'table',
    columns: [
      { label: say('entities.risk_scenario.one'), width: 20 },
      { label: say('entities.risk_scenario.fields.strategy'), width: 9 },
      { label: say('entities.risk_scenario.fields.measures'), width: 18 },
      { label: say('entities.risk_scenario.fields.current_level'), width: 13 },
      { label: say('entities.risk_scenario.fields.actions'), width: 16 },
      { label: say('entities.risk_scenario.fields.target_level'), width: 13 },
      { label: say('entities.risk_scenario.fields.manager'), width: 11 },
    ],
    rows: scenarios.map((one) => [
      cell([one.threat, one.asset].filter(Boolean).join(' – ')),
      cell(say(`entities.risk_scenario.choices.strategy.${one.strategy}`)),
      lines(one.measures),
      level(one.current_impact, one.current_probability),
      lines(one.actions),
      level(one.target_impact, one.target_probability),
      lines([one.manager ?? '–', one.risk].filter(Boolean).join('\n')),
    ]),
  },
]

const comparisonBlock = (
  changes: Awaited<ReturnType<typeof comparisonOf>>,
  previous: Named,
  nameOf: (value: number | null) => string,
  say: Say,
): ReportBlock[] => [
  { kind: 'heading', level: 1, text: say('report.compared', { name: previous.name ?? '' }) },
  {
    kind: 'table',
    columns: [
      { label: say('comparison.kind'), width: 14 },
      { label: say('entities.risk_scenario.one'), width: 50 },
      { label: say('comparison.before'), width: 18 },
      { label: say('comparison.now'), width: 18 },
    ],
    rows: changes.map(({ kind, asset, threat, now, before }) => [
      cell(say(`comparison.kinds.${kind}`)),
      cell([threat.name, asset.name].filter(Boolean).join(' – ')),
      cell(before ? nameOf(before.level) : ''),
      cell(now ? nameOf(now.level) : ''),
    ]),
  },
]
