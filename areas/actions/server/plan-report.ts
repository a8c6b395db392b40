import { sql } from 'kysely'
import { z } from 'zod'
import { listQuerySchema } from '#kit/contract/list-query.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import { checkQuery, listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { selectRow } from '#kit/server/data/sql/select-row.ts'
import { reportBounds } from '#kit/server/reports/bounds.ts'
import { barsChart } from '#kit/server/reports/charts.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { lookOf, tintOfLook } from '#kit/contract/status-looks.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
import { writtenDay, type DateOrder } from '#kit/contract/date-order.ts'
import { remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { figuresOf } from './figures.ts'

const tintOf = (status: string) => tintOfLook(lookOf(status, 'remediation.status'))
const fields = ['identifier', 'name', 'status', 'perimeter', 'manager', 'group', 'target_date', 'progress', 'late']

/** An action plan on paper: its figures, how its actions stand, and the actions themselves, as they are filtered on screen. */
export const planReport = defineReport({
  name: 'plan',
  entity: 'program',
  right: 'remediation.read',
  summary: 'Make a report of an action plan',
  asked: z.object({ queryParams: listQuerySchema.prefault({}) }),
  asOf: true,
  check: ({ queryParams }, resources) => checkQuery(resourceOf(resources, 'remediation'), queryParams),
  compose: async (context) => {
    const { tx, resources, who, id, asked, asOf, translate } = context
    if (asOf !== null) tx.readAsOf(asOf)
    const say = (key: string, values?: Record<string, string | number>) => translate(`actions.${key}`, values)
    const plans = resourceOf(resources, 'program')
    const plan = await getRow(tx, authorize(who, plans.def.rights.read), plans, resources, id)
    const resource = resourceOf(resources, 'remediation')
    const grant = authorize(who, resource.def.rights.read)
    const query = {
      ...asked.queryParams,
      filters: [...asked.queryParams.filters.filter(({ name }) => name !== 'program'), { name: 'program', selected_options: [id] }],
    }
    const figures = await figuresOf(tx, grant, resources, query)
    const t = rowRef('t')
    const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
    const rows = await tx.run(sql<Row>`select ${selectRow(resource, resources, who, fields)} from remediation t${joins}
      where ${listConditions(resource, query, resource.rules.read(t, who), t, who, resources)} order by ${orderBy} limit ${reportBounds.rows}`)
    const status = (name: RemediationStatus) => say(`entities.remediation.choices.status.${name}`)
    const counts = remediationStatuses.map((name) => ({ name, count: figures.by_status[name] ?? 0 }))
    const blocks: ReportBlock[] = [
      { kind: 'heading', level: 1, text: say('report.summary') },
      {
        kind: 'figures',
        items: [
          { label: say('stats.total'), value: String(figures.total) },
          { label: say('stats.finished'), value: String(figures.by_status.FINISHED ?? 0), tone: 'success' },
          { label: say('stats.late'), value: String(figures.late), ...(figures.late > 0 && { tone: 'danger' as const }) },
          { label: say('stats.soon'), value: String(figures.soon) },
          { label: say('stats.unassigned'), value: String(figures.unassigned) },
        ],
      },
      barsChart({
        alt: say('stats.by_status'),
        bars: counts
          .filter(({ count }) => count > 0)
          .map(({ name, count }) => ({ name: status(name), value: count, shown: String(count), tone: tintOf(name) })),
      }),
      ...(typeof plan.description === 'string' && plan.description !== '' ? [{ kind: 'markdown' as const, text: plan.description }] : []),
      { kind: 'heading', level: 1, text: say('report.actions') },
      ...(rows.length < figures.total
        ? [{ kind: 'paragraph' as const, text: [{ text: say('report.partial', { shown: rows.length, all: figures.total }), strong: true }] }]
        : []),
      {
        kind: 'table',
        columns: [
          { label: say('stats.total'), width: 38 },
          { label: say('entities.remediation.fields.status'), width: 15 },
          { label: say('report.who'), width: 17 },
          { label: say('report.due'), width: 12 },
          { label: say('entities.remediation.fields.perimeter'), width: 18 },
        ],
        rows: rows.map((row) => actionRow(row, status, who.dateOrder, say('stats.late'))),
      },
    ]
    return { ...(await reportFrame(context, { title: say('report.title'), subtitle: String(plan.name ?? ''), landscape: true })), blocks }
  },
})

function actionRow(row: Row, status: (name: RemediationStatus) => string, order: DateOrder, late: string): ReportCell[] {
  const name = (field: string) => (row[field] as { readonly name: string } | null)?.name
  const now = row.status as RemediationStatus
  const due = row.target_date as string | null
  return [
    [[{ text: String(row.identifier), strong: true }, { text: ` ${String(row.name ?? '')}` }]],
    [[{ text: status(now), badge: tintOf(now) }]],
    [[{ text: name('manager') ?? name('group') ?? '' }]],
    due === null ? [] : [[{ text: writtenDay(due, order) }], ...(row.late === true ? [[{ text: late, badge: 'danger' as const }]] : [])],
    [[{ text: name('perimeter') ?? '' }]],
  ]
}
