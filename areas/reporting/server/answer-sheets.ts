import type { Answer, AnswerCell } from '#kit/contract/source.ts'
import type { Cell } from '#kit/server/sheets/xlsx.ts'

/** Excel takes no longer name of a sheet, and none of these signs. */
export const sheetName = (text: string, at: number) => `${at + 1} ${text.replaceAll(/[[\]:*?/\\']/g, ' ')}`.slice(0, 31).trim()

const cellOf = (cell: AnswerCell): Cell =>
  cell === null || typeof cell === 'string' || typeof cell === 'number'
    ? cell
    : cell.day !== null && cell.day.length === 10
      ? { day: cell.day }
      : cell.text || cell.day

/** An answer as a table: what a picture of it draws. */
export function tableOf(answer: Answer, title: string, say: (key: string) => string): { readonly header: string[]; readonly rows: Cell[][] } {
  switch (answer.kind) {
    case 'figure':
      return {
        header: [title, say('reporting.view.value'), say('reporting.view.target')],
        rows: [[title, answer.value, answer.target], ...answer.facts.map((fact): Cell[] => [fact.label, fact.value, null])],
      }
    case 'groups':
      return {
        header: [say('reporting.view.group'), ...answer.series.map(({ label }) => label || title)],
        rows: answer.rows.map(({ label, values }) => [label, ...values]),
      }
    case 'series':
      return {
        header: [say('reporting.view.day'), ...answer.series.map(({ label }) => label || title)],
        rows: answer.points.map(({ day, values }) => [{ day }, ...values]),
      }
    case 'rows':
      return { header: answer.columns.map(({ label }) => label), rows: answer.rows.map(({ cells }) => cells.map(cellOf)) }
    case 'matrix':
      return {
        header: [say('reporting.view.level'), ...answer.columns],
        rows: answer.rows.map((row, n) => [row, ...(answer.cells[n] ?? []).map(({ count }) => count)]),
      }
  }
}
