import { sql } from 'kysely'
import { z } from 'zod'
import { wallClock } from '#kit/contract/wall-clock.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Cell } from '#kit/server/sheets/xlsx.ts'
import type { Workbook, WorkbookContext } from '#kit/server/sheets/workbook.ts'
import { levelName } from '#kit/contract/level.ts'
import { answerOf } from '#areas/campaigns/contract/answer-progress.ts'
import { flagIsOn } from '#areas/tenancy/server/index.ts'
import { prepare, type Answer as Given } from '#areas/questionnaires/contract/play.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { headOf } from './campaign-head.ts'
import { columnsOf, isMissing } from './campaign-results.ts'
import { valueOf, wordsOf } from './items.ts'
import { linesOf } from './lines.ts'

const askedSchema = z.object({ campaign: z.int(), perimeter: z.int().optional() })
/** Evaluations of which answers are read at once, and rows that are written at once. */
const batch = 20

interface Answer {
  readonly evaluation_id: number
  readonly item: number
  readonly level: number | null
  readonly value: unknown
  readonly na: boolean
  readonly justification: string | null
  readonly comment: string | null
  readonly worth: number | null
  readonly by: string | null
  readonly answered_at: Date
  readonly evidences: number
}

const blank = { evidences: 0, actions: 0, suggested: false }

const names = [
  'perimeter',
  'status',
  'group',
  'identifier',
  'name',
  'level',
  'level_name',
  'value',
  'na',
  'justification',
  'comment',
  'evidences',
  'worth',
  'by',
  'at',
] as const

/** Every answer of a campaign that who asked may read, one in a line: what is not answered yet stands there empty. */
export const answersWorkbook: Workbook = {
  name: 'campaign_answers',
  entity: 'campaign',
  compose: async (context) => {
    const { campaign, perimeter } = askedSchema.parse(context.asked)
    const { tx, who, translate } = context
    const head = await headOf(tx, authorize(who, 'campaign.read'), campaign)
    const lines = await linesOf(tx, [campaign], perimeter)
    const say = (key: string) => translate(`campaigns.results.${key}`)
    const scored = await flagIsOn(tx, 'se_campaigns')
    const header = names.filter((name) => scored || name !== 'worth').map((name) => say(`columns.${name}`))
    return {
      title: translate('campaigns.results.export.file', { name: head.name ?? head.identifier }),
      sheets: [{ name: say('export.sheet'), header, rows: rowsOf(context, campaign, lines, scored) }],
    }
  },
}

/** What an answer is worth stands there where campaigns are scored (CMP-22). */
async function* rowsOf(
  { tx, who, translate }: WorkbookContext,
  campaign: number,
  lines: Awaited<ReturnType<typeof linesOf>>,
  scored: boolean,
): AsyncGenerator<Cell[][]> {
  const head = await headOf(tx, authorize(who, 'campaign.read'), campaign)
  const { asked } = await columnsOf(tx, head)
  // What other answers hide is not asked, and no line.
  const run = 'structure' in asked ? prepare(asked.structure as Structure) : undefined
  const parts = new Map(
    asked.parts.map((part) => [part.key, (who.lang === 'fr' ? (part.name_fr ?? part.name_en) : (part.name_en ?? part.name_fr)) ?? part.identifier]),
  )
  for (let at = 0; at < lines.length; at += batch) {
    const some = lines.slice(at, at + batch)
    const answers = await answersOf(
      tx,
      some.map(({ evaluation }) => evaluation),
    )
    yield some.flatMap((line) => {
      const own = answers.get(line.evaluation) ?? new Map<number, Answer>()
      const left = new Set(line.left_out.map(Number))
      const shown = run?.(
        Object.fromEntries(
          asked.items.flatMap((one) => {
            const answer = own.get(one.item)
            return one.kind === 'QUESTION' && answer
              ? [[one.question.key, answerOf(one.question, { ...blank, ...answer, value: answer.value as Given | null })]]
              : []
          }),
        ),
      )
      return asked.items
        .filter((one) => !left.has(one.item) && (one.kind !== 'QUESTION' || !shown || shown.questions.has(one.question.key)))
        .map((item): Cell[] => {
          const answer = own.get(item.item)
          const { identifier, name } = wordsOf(item, who.lang)
          const level = head.levels.find(({ value }) => value === answer?.level)
          return [
            line.name,
            translate(
              isMissing(line, head) ? 'campaigns.entities.evaluation.fields.not_submitted' : `campaigns.entities.evaluation.choices.status.${line.status}`,
            ),
            parts.get(item.part) ?? null,
            identifier,
            name,
            answer?.level ?? null,
            level ? levelName(level, who.lang) : null,
            answer && item.kind === 'QUESTION' ? valueOf(item.question, answer.value, who.lang) : null,
            ...(answer ? [answer.na, answer.justification, answer.comment, answer.evidences, ...(scored ? [answer.worth] : []), answer.by] : []),
            ...(answer ? [{ moment: wallClock(answer.answered_at, who.timeZone) }] : []),
          ]
        })
    })
  }
}

async function answersOf(tx: WorkbookContext['tx'], evaluations: readonly number[]): Promise<Map<number, Map<number, Answer>>> {
  const rows =
    await tx.run(sql<Answer>`select a.evaluation_id, a.item, a.level, a.value, a.na, a.justification, a.comment, a.worth::float8 as worth, m.name as by, a.answered_at,
      (select count(*)::int from evaluation_answer_evidence l where l.customer_id = a.customer_id and l.answer_id = a.id) as evidences
    from evaluation_answer a left join member m on m.customer_id = a.customer_id and m.id = a.answered_by_id
    where a.customer_id = ${tx.customerId} and a.evaluation_id = any(${[...evaluations]}::bigint[]) and not a.hidden and not a.suggested`)
  const found = new Map<number, Map<number, Answer>>()
  for (const row of rows) {
    const own = found.get(row.evaluation_id) ?? new Map<number, Answer>()
    found.set(row.evaluation_id, own.set(row.item, row))
  }
  return found
}
