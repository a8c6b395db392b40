import readWorkbook, { readSheet } from 'read-excel-file/node'
import { answerProcess } from '#kit/server/files/answer-process.ts'
import { inspectWorkbook } from './inspect-workbook.ts'
import type { ReadCell, ReadAnswer } from './read-sheet.ts'

process.once('message', (content: Uint8Array) => void answer(Buffer.from(content)).then(answerProcess))

async function answer(content: Buffer): Promise<ReadAnswer> {
  try {
    const { sheets: marks, macros, links } = inspectWorkbook(content)
    if (macros) return { fault: 'macros' }
    // A sheet that is no table, such as one of charts, must not keep the others from being read.
    const sheets = await readWorkbook(content).catch(async () => [{ sheet: marks[0]?.name ?? '', data: await readSheet(content) }])
    if (sheets.length === 0) return { fault: 'broken' }
    return {
      links,
      sheets: sheets.map(({ sheet: name, data }) => {
        const { percents, formulas = [], uncomputed = [] } = marks.find((mark) => mark.name === name) ?? {}
        const rows = data.map((row, y) =>
          row.map((cell, x): ReadCell =>
            typeof cell === 'number' && percents?.has(`${y}:${x}`) ? `${Number((cell * 100).toPrecision(12))} %` : (cell as ReadCell),
          ),
        )
        return { name, rows, formulas, uncomputed }
      }),
    }
  } catch {
    // Whatever a broken file makes the reader throw is the file's fault.
    return { fault: 'broken' }
  }
}
