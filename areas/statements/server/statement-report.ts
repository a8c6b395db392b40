import { dayIn } from '#kit/contract/wall-clock.ts'
import { matches, requirementStates, stateLooks, stepsOf, countLines, type RequirementState, type StatementLine } from '#areas/statements/contract/statement.ts'
import { statementShown } from '#areas/statements/contract/calls.ts'
import type { ReportBlock, ReportCell, ReportText } from '#kit/contract/report.ts'
import { barsChart } from '#kit/server/reports/charts.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport, type ReportContext } from '#kit/server/reports/report-kind.ts'
import { tintOfLook } from '#kit/contract/status-looks.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { readWhole } from './statement.ts'

const tintOf = (state: RequirementState) => tintOfLook(stateLooks[state])

/** The statement as auditors ask for it on paper (ISO 27001 6.1.3 d), as it is filtered on screen. */
export const statementReport = defineReport({
  name: 'statement',
  entity: 'policy_application',
  right: 'policy_application.read',
  summary: 'Make a report of the statement of applicability',
  asked: statementShown,
  compose: async (context) => {
    const { api, tx, resources, who, id, asked, translate } = context
    const statement = await readWhole(cachedScores(api), tx, resources, id)
    const say = (key: string, values?: Record<string, string | number>) => translate(`statements.${key}`, values)
    const lines = statement.lines.filter((line) => matches(line, asked.show, asked.search))
    const [approved] = statement.versions
    const steps = stepsOf(statement.lines)
    const day = (instant: string) => writtenDay(dayIn(new Date(instant), who.timeZone), who.dateOrder)
    const number = (value: number) => String(value)
    const partial = lines.length < statement.lines.length
    const summary: ReportBlock[] = [
      { kind: 'heading', level: 1, text: say('report.summary') },
      {
        kind: 'paragraph',
        text: [
          {
            text: approved
              ? say('report.approved', { version: approved.number, name: approved.by?.name ?? '–', day: day(approved.at) })
              : say('report.never_approved'),
          },
          ...(approved?.alone ? [{ text: ` ${say('alone.said')}`, strong: true }] : []),
          ...(approved && countLines(statement.lines, 'CHANGED') > 0
            ? [{ text: ` ${say('report.changed', { count: countLines(statement.lines, 'CHANGED') })}`, strong: true }]
            : []),
        ],
      },
      {
        kind: 'figures',
        items: [
          { label: say('report.requirements'), value: number(statement.lines.length) },
          { label: say('filters.APPLICABLE'), value: number(countLines(statement.lines, 'APPLICABLE')) },
          { label: say('filters.EXCLUDED'), value: number(countLines(statement.lines, 'EXCLUDED')) },
          {
            label: say('steps.JUSTIFIED'),
            value: `${steps.JUSTIFIED.done} / ${steps.JUSTIFIED.of}`,
            tone: steps.JUSTIFIED.done === steps.JUSTIFIED.of ? 'success' : 'warning',
          },
          {
            label: say('steps.PROVEN'),
            value: `${steps.PROVEN.done} / ${steps.PROVEN.of}`,
            tone: steps.PROVEN.done === steps.PROVEN.of ? 'success' : 'warning',
          },
        ],
      },
      barsChart({
        alt: say('report.by_state'),
        bars: requirementStates
          .map((state) => ({ state, count: statement.lines.filter((line) => line.state === state).length }))
          .filter(({ count }) => count > 0)
          .map(({ state, count }) => ({ name: say(`state.${state}`), value: count, shown: number(count), tone: tintOf(state) })),
      }),
      ...(partial
        ? [{ kind: 'paragraph' as const, text: [{ text: say('report.partial', { shown: lines.length, all: statement.lines.length }), soft: true }] }]
        : []),
    ]
    const groups = Map.groupBy(lines, ({ group }) => group ?? '')
    const tables = [...groups].flatMap(([group, some]): ReportBlock[] => [
      { kind: 'heading', level: 2, text: group || say('report.without_group') },
      { kind: 'table', columns: columnsOf(say), rows: some.map((line) => rowOf(line, context, say, day)) },
    ])
    return {
      ...(await reportFrame(context, {
        title: say('pages.statement'),
        subtitle: statement.application.label,
        version: approved ? say('report.version', { version: approved.number, policy: statement.application.version }) : statement.application.version,
        landscape: true,
      })),
      blocks: [...summary, { kind: 'heading', level: 1, text: say('report.all') }, ...tables],
    }
  },
})

type Say = (key: string, values?: Record<string, string | number>) => string

const columnsOf = (say: Say) =>
  (
    [
      ['requirement', 21],
      ['state', 15],
      ['measures', 21],
      ['proofs', 9],
      ['justification', 21],
      ['author', 13],
    ] as const
  ).map(([name, width]) => ({ label: say(`columns.${name}`), width }))

function rowOf(line: StatementLine, { who }: Pick<ReportContext, 'who'>, say: Say, day: (instant: string) => string): ReportCell[] {
  const why = line.justification
  const percent = line.performance === null ? [] : [{ text: ` ${writtenPercent(line.performance, who.lang)}`, soft: true }]
  const proof: ReportText =
    line.proofs.valid > 0
      ? { text: say('proofs.valid', { count: line.proofs.valid }) }
      : { text: say(line.performance === null ? 'proofs.not_needed' : 'proofs.to_prove'), soft: true }
  const measures = line.measures.flatMap(({ identifier, name, by }) => [
    [{ text: identifier, strong: true }, { text: ` ${name ?? ''}` }],
    ...(by === null ? [] : [[{ text: say('by', { name: by }), soft: true }]]),
  ])
  return [
    [[{ text: line.identifier ?? '', strong: true }, { text: ` ${line.name ?? ''}` }]],
    [[{ text: say(`state.${line.state}`), badge: tintOf(line.state) }, ...percent]],
    measures.length > 0 ? measures : [[{ text: say('none'), soft: true }]],
    [
      [proof],
      ...(line.proofs.soon && line.proofs.ends
        ? [[{ text: say('proofs.ends', { day: writtenDay(line.proofs.ends, who.dateOrder) }), badge: 'warning' as const }]]
        : []),
      ...(line.evidence > 0 ? [[{ text: say('proofs.evidence', { count: line.evidence }), soft: true }]] : []),
    ],
    (why?.text ?? '').split('\n').map((text) => [{ text }]),
    why ? [[{ text: why.author?.name ?? '–' }], [{ text: day(why.at), soft: true }]] : [],
  ]
}
