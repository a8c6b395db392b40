import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { levelName } from '#kit/contract/level.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import { localizedText, mayOpen, nameIf, rowRef } from '#kit/server/data/columns.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { reportBounds } from '#kit/server/reports/bounds.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
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
  readonly level: number | null
  readonly target_level: number | null
  readonly reason: string | null
  readonly strategy: string
  readonly manager: string | null
  readonly risk: string | null
  readonly measures: string | null
  readonly actions: string | null
}
interface RiskLevel {
  readonly value: number
  readonly name_en: string | null
  readonly name_fr: string | null
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
    const levels = await levelsOf(tx, id)
    const nameOf = (value: number | null) => {
      const level = levels.find((one) => one.value === value)
      return level ? levelName(level, who.lang) : '–'
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
        ...(typeof row.context === 'string' && row.context !== '' ? [{ kind: 'markdown' as const, text: row.context }] : []),
        ...valuesBlock(row, say),
        ...listBlock(say('steps.assets'), names(row.supporting_assets)),
        ...listBlock(say('steps.threats'), names(row.threats)),
        ...scenariosBlock(scenarios, nameOf, say),
        ...treatmentBlock(scenarios, nameOf, say),
        ...(previous ? comparisonBlock(await comparisonOf(tx, id, previous.id), previous, nameOf, say) : []),
      ],
    }
  },
})

const levelsOf = async (tx: Tx, analysis: number): Promise<readonly RiskLevel[]> =>
  tx.run(sql<RiskLevel>`select l.value, l.name_en, l.name_fr from risk_analysis a
    join scale__levels l on l.customer_id = a.customer_id and l.owner_id = a.scale_id
    where a.customer_id = ${tx.customerId} and a.id = ${analysis} order by l.position`)

/** What is retained; what the reader may not open is linked to it without its name (docs/decisions/0018). */
function scenariosOf(tx: Tx, resources: Resources, analysis: number): Promise<Scenario[]> {
  const name = (alias: string) => localizedText(rowRef(alias), 'name', tx.who.lang)
  const shown = (entity: string, alias: string, text: RawBuilder<unknown>) =>
    nameIf(mayOpen(resourceOf(resources, entity), rowRef(alias), tx.who), text, tx.who.lang)
  const linked = (field: string, entity: string) =>
    sql`(select string_agg(${shown(entity, 't', sql`concat_ws(' ', t.identifier, ${name('t')})`)}, E'\n' order by t.id) from ${sql.table(`risk_scenario__${field}`)} l
      join ${sql.table(entity)} t on t.customer_id = l.customer_id and t.id = l.target_id where l.customer_id = s.customer_id and l.owner_id = s.id)`
  return tx.run(sql<Scenario>`select ${name('th')} as threat, ${name('sa')} as asset, s.probability, s.impact, s.level, s.target_level, s.reason, s.strategy, m.name as manager, case when r.id is not null then ${shown('risk', 'r', sql`r.identifier`)} end as risk,
      ${linked('measures', 'measure')} as measures, ${linked('actions', 'remediation')} as actions
    from risk_scenario s
      join threat th on th.customer_id = s.customer_id and th.id = s.threat_id
      join supporting_asset sa on sa.customer_id = s.customer_id and sa.id = s.supporting_asset_id
      left join member m on m.customer_id = s.customer_id and m.id = s.manager_id
      left join risk r on r.customer_id = s.customer_id and r.id = s.risk_id
    where s.customer_id = ${tx.customerId} and s.analysis_id = ${analysis} and s.retained
    order by level desc nulls last, s.id limit ${reportBounds.rows}`)
}

function valuesBlock(row: Readonly<Record<string, unknown>>, say: Say): ReportBlock[] {
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
            { text: [`${say(`entities.risk_analysis.choices.impact_types.${type}`)} ${impact}`, comment].filter(Boolean).join(' – ') },
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

const scenariosBlock = (scenarios: readonly Scenario[], nameOf: (value: number | null) => string, say: Say): ReportBlock[] => [
  { kind: 'heading', level: 1, text: say('steps.scenarios') },
  {
    kind: 'table',
    columns: [
      { label: say('entities.risk_scenario.fields.threat'), width: 24 },
      { label: say('entities.risk_scenario.fields.supporting_asset'), width: 20 },
      { label: say('entities.risk_scenario.fields.probability'), width: 9, align: 'end' },
      { label: say('entities.risk_scenario.fields.impact'), width: 9, align: 'end' },
      { label: say('entities.risk_scenario.fields.level'), width: 12 },
      { label: say('entities.risk_scenario.fields.reason'), width: 26 },
    ],
    rows: scenarios.map((one) => [
      cell(one.threat ?? ''),
      cell(one.asset ?? ''),
      cell(one.probability === null ? '–' : String(one.probability)),
      cell(one.impact === null ? '–' : String(one.impact)),
      cell(nameOf(one.level)),
      lines(one.reason),
    ]),
  },
]

const treatmentBlock = (scenarios: readonly Scenario[], nameOf: (value: number | null) => string, say: Say): ReportBlock[] => [
  { kind: 'heading', level: 1, text: say('steps.treatment') },
  {
    kind: 'table',
    columns: [
      { label: say('entities.risk_scenario.one'), width: 26 },
      { label: say('entities.risk_scenario.fields.strategy'), width: 10 },
      { label: say('entities.risk_scenario.fields.measures'), width: 22 },
      { label: say('entities.risk_scenario.fields.actions'), width: 20 },
      { label: say('entities.risk_scenario.fields.target_level'), width: 10 },
      { label: say('entities.risk_scenario.fields.risk'), width: 12 },
    ],
    rows: scenarios.map((one) => [
      cell([one.threat, one.asset].filter(Boolean).join(' – ')),
      cell(say(`entities.risk_scenario.choices.strategy.${one.strategy}`)),
      lines(one.measures),
      lines(one.actions),
      cell(nameOf(one.target_level)),
      lines([one.risk, one.manager].filter(Boolean).join('\n')),
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
