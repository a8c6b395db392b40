import { writtenDay } from '#kit/contract/date-order.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import type { ReportContext } from '#kit/server/reports/report-kind.ts'
import { missingIn, type DecisionFile, type FileLine } from '#areas/projects/contract/file.ts'

const cell = (text: string): ReportCell => [[{ text }]]

/** The file of a decision on paper, part by part, as its reader may see it (`shownFiles`). */
export function fileBlocks({ resources, who, translate }: Pick<ReportContext, 'resources' | 'who' | 'translate'>, file: DecisionFile): ReportBlock[] {
  const say = (key: string, values?: Record<string, string | number>) => translate(`projects.${key}`, values)
  const field = (key: string) => say(`entities.isp_project.fields.${key}`)
  const statusOf = ({ entity, status }: FileLine) => {
    if (entity === 'isp_project') return status === null ? say('tests.to_do') : say(`entities.isp_project.choices.tests.result.${status}`)
    return status === null ? '' : translate(`${resourceOf(resources, entity).def.area}.entities.${entity}.choices.status.${status}`)
  }
  const nameOf = (line: FileLine) => (who.lang === 'fr' ? (line.name_fr ?? line.name_en) : (line.name_en ?? line.name_fr)) ?? ''
  const soft = (text: string): ReportBlock => ({ kind: 'paragraph', text: [{ text, soft: true }] })
  return [
    { kind: 'heading', level: 1, text: `${say('file.title')} – ${writtenDay(file.day, who.dateOrder)}` },
    ...file.parts.flatMap(({ name, lines, count }): ReportBlock[] => {
      const heading: ReportBlock = { kind: 'heading', level: 2, text: `${say(`file.parts.${name}`)} (${count})` }
      const missing = missingIn(file, name)
      const there = count === 0 ? say(`file.none.${name}`) : String(count)
      const lacks = missing > 0 ? [soft(say('file.missing', { there, count: missing }))] : []
      if (lines.length === 0) return [heading, ...(missing > 0 ? lacks : [soft(there)])]
      const table: ReportBlock = {
        kind: 'table',
        columns: [
          { label: field('identifier'), width: 14 },
          { label: field('name'), width: 50 },
          { label: field('status'), width: 20 },
          { label: say('decide.new_date'), width: 16 },
        ],
        rows: lines.map((line) => [
          cell(line.identifier ?? ''),
          cell(line.hidden ? say('file.hidden') : nameOf(line)),
          cell(statusOf(line)),
          cell(line.date ? writtenDay(line.date, who.dateOrder) : ''),
        ]),
      }
      return count > lines.length ? [heading, ...lacks, table, soft(say('file.more', { count: count - lines.length }))] : [heading, ...lacks, table]
    }),
  ]
}
