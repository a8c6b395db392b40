import { notFound } from '#kit/contract/errors.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { readers } from '#kit/contract/right.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Asked, AskedPart } from '#areas/campaigns/contract/campaign-items.ts'
import type { CampaignResult, ResultLine, Spread } from '#areas/campaigns/contract/result-calls.ts'
import { resultState, topOf, topParts, weightedMean } from '#areas/campaigns/contract/result-score.ts'
import { askedBy } from '#areas/campaigns/server/campaign-items.ts'
import { beforeOf, comparableOf, headOf, headsOf, isScaled, levelsShown, type CampaignHead } from './campaign-head.ts'
import { actionsOf } from './actions.ts'
import { countedOf, linesOf, type EvaluationLine } from './lines.ts'
import { spreadOf } from './spread.ts'

interface Query {
  readonly perimeter?: number | undefined
  readonly against?: number | undefined
}

/** What a part is known by in another version of the same policy. */
const lastingName = ({ key, identifier, name_en, name_fr }: AskedPart) => identifier ?? name_en ?? name_fr ?? key
const nameOf = ({ name_en, name_fr, identifier }: AskedPart, lang: Language) => (lang === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)) ?? identifier

/** The columns of a campaign: what is asked, and for each group that is shown the key of it. */
export interface Columns {
  readonly asked: Asked
  readonly top: readonly AskedPart[]
}
export async function columnsOf(tx: Tx, head: CampaignHead): Promise<Columns> {
  const asked = await askedBy(tx, head)
  return { asked, top: topParts(asked.parts) }
}

/** The mean over perimeters, of all and of each column, over what counts. */
export function totalsOf(lines: readonly EvaluationLine[], top: readonly AskedPart[]) {
  const counted = countedOf(lines)
  const mean = (of: (line: EvaluationLine) => number | null) => weightedMean(counted.map((line) => ({ score: of(line), weight: line.weight })))
  return {
    score: mean(({ score }) => score),
    cells: top.map(({ key }) => mean(({ parts }) => parts[key]?.score ?? null)),
    counted: counted.length,
    of: lines.filter(({ status }) => status !== 'IGNORED').length,
  }
}

/** The results of a campaign, as far as the reader finds its evaluations. A number of statements that does not grow with what was answered. */
export async function resultsOf(tx: Tx, grant: Grant, resources: Resources, id: number, { perimeter, against }: Query): Promise<CampaignResult> {
  const head = await headOf(tx, grant, id)
  // How many are asked in all is not told with the campaign: `hidden` says so, to whom it may.
  const { evaluations: _evaluations, ...shown } = head
  const [columns, comparable] = [await columnsOf(tx, head), await comparableOf(tx, grant, head)]
  const other = against ?? beforeOf(head, comparable)
  if (other !== undefined && !comparable.some((one) => one.id === other)) throw notFound()
  const all = await linesOf(tx, other === undefined ? [id] : [id, other], perimeter)
  const lines = all.filter(({ campaign }) => campaign === id)
  const before = other === undefined ? undefined : await earlier(tx, grant, other, columns, all)
  const { asked, top } = columns
  const { lang, roles } = grant.who
  return {
    campaign: { ...shown, items: asked.items.length, target: head.target_value ?? head.target_level },
    parts: top.map((part) => ({ key: part.key, identifier: part.identifier, name: nameOf(part, lang) })),
    levels: levelsShown(head),
    scaled: isScaled(head),
    lines: lines.map((line) => lineOf(line, top, head, before?.lines.get(line.perimeter))),
    total: {
      ...totalsOf(lines, top),
      answers: countedOf(lines).reduce((sum, { answered }) => sum + answered, 0),
      not_submitted: lines.filter((line) => isMissing(line, head)).length,
      waiting: lines.filter(({ status }) => status === 'WAITING_VALIDATION').length,
    },
    before: before ? before.told : null,
    comparable,
    distribution: await distributionOf(tx, countedOf(lines), columns, head),
    actions: await actionsOf(tx, grant, resources, id, perimeter),
    // Whoever only contributes is not told how many others are asked.
    hidden: perimeter === undefined && roles.some((role) => readers.includes(role)) ? Math.max(0, head.evaluations - lines.length) : 0,
  }
}

/** Of a campaign that has ended, what nothing was submitted of, or was given back and is not yet (docs/decisions/0081): one word wherever it is told. */
export const isMissing = ({ status }: EvaluationLine, head: CampaignHead) =>
  head.status === 'FINISHED' && ['NOT_STARTED', 'STARTED', 'REJECTED'].includes(status)
const empty = { asked: 0, answered: 0, score: null }

function lineOf(line: EvaluationLine, top: readonly AskedPart[], head: CampaignHead, before: ResultLine['before'] | undefined): ResultLine {
  const { evaluation, version, perimeter, name, weight, status, score, asked, answered, due_date, late, person, decides, own, self_validated } = line
  return {
    evaluation,
    version,
    weight,
    status,
    score,
    asked,
    answered,
    due_date,
    own,
    self_validated,
    person,
    perimeter: { id: perimeter, name },
    state: resultState(line),
    not_submitted: isMissing(line, head),
    cells: top.map(({ key }) => line.parts[key] ?? empty),
    before: before ?? null,
    late: late && head.status !== 'FINISHED',
    decide: decides,
  }
}

/** What the campaign before came to in the columns of this one. */
async function earlier(tx: Tx, grant: Grant, id: number, { top }: Columns, all: readonly EvaluationLine[]) {
  const [head] = await headsOf(tx, grant, [id])
  if (!head) throw notFound()
  const theirs = await columnsOf(tx, head)
  const keys = new Map(theirs.asked.parts.map((part) => [lastingName(part), part.key]))
  const columns = top.map((part) => ({ ...part, key: keys.get(lastingName(part)) ?? '' }))
  const lines = all.filter(({ campaign }) => campaign === id)
  const { score, cells } = totalsOf(lines, columns)
  return {
    told: { campaign: { id, name: head.name ?? head.identifier }, date: head.date_start, score, cells },
    lines: new Map(countedOf(lines).map((line) => [line.perimeter, { score: line.score, cells: columns.map(({ key }) => line.parts[key]?.score ?? null) }])),
  }
}

/** How answers spread over levels in each column; whatever stands in no group that is shown is left to the list of requirements. */
export async function distributionOf(tx: Tx, lines: readonly EvaluationLine[], { asked, top }: Columns, head: CampaignHead): Promise<Spread[]> {
  const tops = topOf(asked.parts, top)
  const partOf = new Map(asked.items.flatMap(({ item, part }) => (tops.has(part) ? [[item, tops.get(part) ?? ''] as const] : [])))
  const spread = await spreadOf(tx, lines, partOf, isScaled(head))
  return top.map(({ key }) => {
    const { na = 0, other = 0, ...levels } = spread.get(key) ?? {}
    return { key, levels, na, other }
  })
}
