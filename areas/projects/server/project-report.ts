import { z } from 'zod'
import { writtenDay } from '#kit/contract/date-order.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import type { ReportCell } from '#kit/contract/report.ts'
import { writtenKeuro } from '#kit/contract/with-unit.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
import { devSteps, leftFields, orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import { cycleOf } from './cycle.ts'
import { decisionsOfProject } from './decide.ts'
import { fileBlocks } from './file/file-blocks.ts'
import { weathersOf } from './weather.ts'

const cell = (text: string): ReportCell => [[{ text }]]

/** A security project on paper: where it is, what was decided with its file, and what is to be done. */
export const projectReport = defineReport({
  name: 'project',
  entity: 'isp_project',
  right: 'isp_project.read',
  summary: 'Make a report of a security project',
  asked: z.object({}),
  compose: async (context) => {
    const { tx, resources, who, id, translate } = context
    const grant = authorize(who, 'isp_project.read')
    const row = await getRow(tx, grant, resourceOf(resources, 'isp_project'), resources, id)
    const { objects, file } = await decisionsOfProject(tx, grant, resources, id)
    const names = await cycleOf(tx)
    const say = (key: string, values?: Record<string, string | number>) => translate(`projects.${key}`, values)
    const field = (key: string) => say(`entities.isp_project.fields.${key}`)
    const day = (value: unknown) => (typeof value === 'string' ? writtenDay(value, who.dateOrder) : '–')
    const keuro = (value: unknown) => writtenKeuro(Number(value), who.lang)
    const name = (value: unknown) => (value as { readonly name: string } | null)?.name ?? '–'
    const at = orderOf(row.dev_step as DevStep)
    const stepName = (n: number) => names[n - 1]?.name ?? ''
    const decision = row.decision as 'GO' | 'NOGO' | null
    const levels = (await levelsOf(tx)).weather ?? []
    const weather = (value: unknown) => {
      const level = levelOf(levels, value)
      return level ? levelName(level, who.lang) : '–'
    }
    const weathers = await weathersOf(tx, id)
    const shown = decision === null ? file : (objects[0]?.file ?? file)
    return {
      ...(await reportFrame(context, { title: say('report.title'), subtitle: String(row.name ?? ''), version: String(row.identifier ?? '') })),
      blocks: [
        { kind: 'heading', level: 1, text: say('page.overview') },
        {
          kind: 'figures',
          items: [
            { label: field('dev_step'), value: `${at}/${devSteps.length}` },
            {
              label: field('decision'),
              value: decision ? say(`entities.isp_project.choices.decision.${decision}`) : '–',
              tone: decision === 'NOGO' ? 'danger' : decision === 'GO' ? 'success' : 'neutral',
            },
            { label: field('criticality'), value: row.criticality ? say(`entities.isp_project.choices.criticality.${String(row.criticality)}`) : '–' },
            { label: field('open_actions'), value: String(row.open_actions ?? 0) },
          ],
        },
        ...(typeof row.description === 'string' && row.description ? [{ kind: 'markdown' as const, text: row.description }] : []),
        {
          kind: 'table',
          columns: [
            { label: say('report.fact'), width: 40 },
            { label: say('report.value'), width: 60 },
          ],
          rows: [
            [cell(field('perimeter')), cell(name(row.perimeter ?? row.tag))],
            [cell(field('manager')), cell(name(row.manager ?? row.group))],
            [cell(field('target_date')), cell(day(row.target_date))],
            [
              cell(field('budget')),
              cell(
                row.budget === null
                  ? '–'
                  : `${keuro(row.budget)} (${say('page.spent', { value: keuro(row.budget_spent ?? 0) })}, ${say('page.committed', { value: keuro(row.budget_committed ?? 0) })})`,
              ),
            ],
          ],
        },
        { kind: 'heading', level: 1, text: say('steps.label') },
        {
          kind: 'table',
          columns: [
            { label: field('dev_step'), width: 50 },
            { label: say('report.left'), width: 50 },
          ],
          rows: devSteps.map((_, n) => [
            cell(`${n + 1}. ${stepName(n + 1)}`),
            cell(n + 1 < at ? day(row[leftFields[n] ?? '']) : n + 1 === at ? say('steps.since', { date: day(row.step_since) }) : ''),
          ]),
        },
        { kind: 'heading', level: 1, text: say('page.weather') },
        ...(weathers.length === 0
          ? [{ kind: 'paragraph' as const, text: [{ text: say('page.no_weather'), soft: true }] }]
          : [
              {
                kind: 'table' as const,
                columns: [
                  { label: say('weather.day'), width: 14 },
                  { label: field('weather_project'), width: 18 },
                  { label: field('weather_program'), width: 18 },
                  { label: field('weather_comment'), width: 50 },
                ],
                rows: weathers.map((one) => [
                  cell(day(one.at.slice(0, 10))),
                  cell(weather(one.project)),
                  cell(weather(one.program)),
                  cell([one.comment, one.author].filter(Boolean).join(' – ')),
                ]),
              },
            ]),
        { kind: 'heading', level: 1, text: say('decide.title') },
        ...(decision === null
          ? [{ kind: 'paragraph' as const, text: [{ text: say('decide.none_yet'), soft: true }] }]
          : [
              {
                kind: 'paragraph' as const,
                text: [
                  { text: say(`entities.isp_project.choices.decision.${decision}`), badge: decision === 'GO' ? ('success' as const) : ('danger' as const) },
                  { text: ` ${say('decide.recorded', { date: day(row.decision_date), name: name(row.decision_author) })}` },
                ],
              },
              ...(typeof row.decision_comment === 'string' ? [{ kind: 'markdown' as const, text: row.decision_comment }] : []),
            ]),
        ...fileBlocks(context, shown),
      ],
    }
  },
})
