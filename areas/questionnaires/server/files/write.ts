import { conditionText } from '#areas/questionnaires/contract/condition-text.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import type { Cell, Sheet } from '#kit/server/sheets/xlsx.ts'
import { sheetColumns, sheetNames, type SheetName } from './columns.ts'

type Line = Readonly<Record<string, Cell>>

/** A structure as the sheets of a workbook; `say` gives their words. */
export function sheetsOf(structure: Structure, say: (key: string) => string): Sheet[] {
  const lines = linesOf(structure)
  return sheetNames.map((name) => ({
    name: say(`file.sheets.${name}`),
    header: sheetColumns[name].map((column) => say(`file.columns.${column}`)),
    rows: [lines[name].map((line) => sheetColumns[name].map((column) => line[column] ?? null))],
  }))
}

const linesOf = ({ sections, accumulators }: Structure): Record<SheetName, Line[]> => ({
  sections: sections.map(({ questions: _, conditions, ...rest }) => ({ ...rest, shown_when: conditionText(conditions) })),
  questions: sections.flatMap((section) =>
    section.questions.map(({ options: _, conditions, requirements, ...rest }) => ({
      ...rest,
      section: section.key,
      shown_when: conditionText(conditions),
      requirements: requirements.join('\n'),
    })),
  ),
  options: sections.flatMap(({ questions }) =>
    questions.flatMap((question) =>
      question.options.map(({ effects, groups, ...rest }) => ({
        ...rest,
        question: question.key,
        adds: effects.map(({ accumulator, delta }) => `${accumulator} ${delta >= 0 ? '+' : ''}${delta}`).join('; '),
        groups: groups.join('\n'),
      })),
    ),
  ),
  accumulators: accumulators.map(({ levels, ...rest }) => ({
    ...rest,
    levels: levels.map(({ from, name_en, name_fr }) => `${from} | ${name_en ?? ''} | ${name_fr ?? ''}`).join('\n'),
  })),
})
