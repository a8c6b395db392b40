import { z } from 'zod'
import { roundHalfUp, scoreText } from '#kit/contract/shown-score.ts'
import { levelName } from '#kit/contract/level.ts'
import { tintOf, type ReportBlock, type ReportCell, type ReportTint } from '#kit/contract/report.ts'
import { signedNumber } from '#kit/contract/signed-number.ts'
import { tone } from '#kit/contract/tone.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { barsChart } from '#kit/server/reports/charts.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport, type ReportContext } from '#kit/server/reports/report-kind.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import { sql } from 'kysely'
import { flagIsOn } from '#areas/tenancy/server/index.ts'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { headOf } from './campaign-head.ts'
import { columnsOf, resultsOf } from './campaign-results.ts'
import type { AskedQuestion } from '#areas/campaigns/contract/campaign-items.ts'
import { valueOf, wordsOf } from './items.ts'

/** Perimeters of which each answer is listed: a document of three thousand rows is no longer read. */
const detailed = 8

type Say = (key: string, values?: Record<string, string | number>) => string

/** What a campaign came to, on paper: cover, summary, charts, detail of perimeters. */
export const campaignReport = defineReport({
  name: 'campaign_results',
  entity: 'campaign',
  right: 'campaign.read',
  summary: 'Make a report of the results of a campaign',
  asked: z.object({ perimeter: z.int().min(1).optional() }),
  compose: async (context) => {
    const { tx, resources, who, id, asked, translate } = context
    const grant = authorize(who, 'campaign.read')
    const result = await resultsOf(tx, grant, resources, id, asked)
    const scored = await flagIsOn(tx, 'se_campaigns')
    const say: Say = (key, values) => translate(`campaigns.results.${key}`, values)
    const { campaign } = result
    const levels = (await levelsOf(tx))['indicator'] ?? []
    const tint: Tint = (score) => tintOf(tone(score, campaign.target, levels))
    const content = (campaign.policy ?? campaign.questionnaire)?.name ?? ''
    return {
      ...(await reportFrame(context, {
        title: say('report.title'),
        subtitle: campaign.name,
        version: campaign.version ? say('report.version', { name: content, version: campaign.version }) : content,
        landscape: true,
      })),
      blocks: [
        ...summaryOf(result, say, who.dateOrder, scored, tint),
        ...perimetersOf(result, say, translate, scored, tint),
        ...(scored ? mapOf(result, say, tint) : []),
        ...groupsOf(result, say, who.lang, scored, tint),
        ...(await detailOf(context, result, say, scored)),
      ],
    }
  },
})

/** The colour of a score of the campaign, as its screens have it: its target applies to each of them. */
type Tint = (score: number | null) => ReportTint | undefined
const cell = (text: string): ReportCell => [[{ text }]]

/** Where campaigns are not scored, what they came to is told in answers alone (CMP-22). */
function summaryOf(
  { campaign, total, before, actions }: CampaignResult,
  say: Say,
  order: ReportContext['who']['dateOrder'],
  scored: boolean,
  tint: Tint,
): ReportBlock[] {
  const moved = before && total.score !== null && before.score !== null ? roundHalfUp(total.score) - roundHalfUp(before.score) : null
  const period =
    campaign.date_start && campaign.limit_date_evaluation
      ? say('head.from_to', { from: writtenDay(campaign.date_start, order), to: writtenDay(campaign.limit_date_evaluation, order) })
      : ''
  return [
    { kind: 'heading', level: 1, text: say('report.summary') },
    { kind: 'paragraph', text: [{ text: [period, say(scored ? 'report.said' : 'report.said_plain')].filter(Boolean).join(' · ') }] },
    {
      kind: 'figures',
      items: [
        ...(scored ? [{ label: say('report.score'), value: scoreText(total.score), tone: tint(total.score) }] : []),
        ...(campaign.target === null || !scored ? [] : [{ label: say('report.target'), value: String(campaign.target) }]),
        ...(moved === null ? [] : [{ label: say('report.difference'), value: signedNumber(moved, String) }]),
        { label: say('report.counted'), value: say('map.of', { counted: total.counted, of: total.of }) },
        ...(actions.all === 0 ? [] : [{ label: say('report.actions', { open: actions.open }), value: String(actions.all) }]),
      ],
    },
    ...(total.counted === 0 ? [{ kind: 'paragraph' as const, text: [{ text: say('report.none'), strong: true }] }] : []),
  ]
}

function perimetersOf({ lines, campaign }: CampaignResult, say: Say, translate: ReportContext['translate'], scored: boolean, tint: Tint): ReportBlock[] {
  const counted = lines.filter(({ state }) => state === 'COUNTED')
  const others = lines.filter(({ state }) => state !== 'COUNTED')
  const bars = counted.filter(({ score }) => score !== null).slice(0, 40)
  const target = campaign.target === null ? {} : { target: campaign.target }
  return [
    ...(scored ? [{ kind: 'heading' as const, level: 1 as const, text: say('report.by_perimeter') }] : []),
    ...(bars.length === 0
      ? []
      : [
          barsChart({
            alt: say('report.by_perimeter'),
            max: 100,
            ...target,
            bars: bars.map(({ perimeter, score }) => ({
              name: perimeter.name ?? '',
              value: roundHalfUp(score ?? 0),
              shown: scoreText(score),
              tone: tint(score),
            })),
          }),
        ]),
    ...(others.length === 0
      ? []
      : [
          { kind: 'heading' as const, level: scored ? (2 as const) : (1 as const), text: say('report.provisional') },
          {
            kind: 'table' as const,
            columns: [
              { label: say('map.perimeter'), width: 40 },
              { label: say('map.status'), width: 30 },
              { label: say('items.answers'), width: 30 },
            ],
            rows: others.map((line) => [
              cell(line.perimeter.name ?? ''),
              cell(
                translate(
                  line.not_submitted ? 'campaigns.entities.evaluation.fields.not_submitted' : `campaigns.entities.evaluation.choices.status.${line.status}`,
                ),
              ),
              cell(say('evaluations.answered', { answered: line.answered, asked: line.asked })),
            ]),
          },
        ]),
  ]
}

/** Groups that fit beside each other, with the name of the perimeter before and its score behind them. */
const across = 8

/** Each perimeter that counts in each group: the map of the screen, on paper. */
function mapOf({ lines, parts, total, before }: CampaignResult, say: Say, tint: Tint): ReportBlock[] {
  const counted = lines.filter(({ state }) => state === 'COUNTED')
  const shown = parts.slice(0, across)
  if (counted.length === 0 || shown.length < 2) return []
  const width = 72 / (shown.length + (before ? 2 : 1))
  const score = (value: number | null | undefined): ReportCell => (value == null ? cell('–') : [[{ text: scoreText(value), badge: tint(value) }]])
  const moved = (now: number | null, was: number | null | undefined) => {
    const by = now === null || was == null ? null : roundHalfUp(now) - roundHalfUp(was)
    return cell(by === null ? '' : signedNumber(by, String))
  }
  return [
    { kind: 'heading', level: 2, text: say('report.map') },
    ...(parts.length > shown.length ? [{ kind: 'paragraph' as const, text: [{ text: say('report.map_cut', { count: across }), soft: true }] }] : []),
    {
      kind: 'table',
      columns: [
        { label: say('map.perimeter'), width: 28 },
        ...shown.map((part) => ({ label: part.name ?? part.identifier ?? '', width, align: 'end' as const })),
        { label: say('report.score'), width, align: 'end' },
        ...(before ? [{ label: say('report.difference'), width, align: 'end' as const }] : []),
      ],
      rows: [
        ...counted.map((line) => [
          cell(line.perimeter.name ?? ''),
          ...shown.map((_, n) => score(line.cells[n]?.score)),
          score(line.score),
          ...(before ? [moved(line.score, line.before?.score)] : []),
        ]),
        [
          [[{ text: say('report.together'), strong: true }]],
          ...shown.map((_, n) => score(total.cells[n])),
          score(total.score),
          ...(before ? [moved(total.score, before.score)] : []),
        ],
      ],
    },
  ]
}

function groupsOf(
  { parts, total, before, distribution, levels, campaign, scaled }: CampaignResult,
  say: Say,
  lang: 'en' | 'fr',
  scored: boolean,
  tint: Tint,
): ReportBlock[] {
  // Where levels are none of a scale, answers spread over what they are worth, which is a score of each.
  if (total.counted === 0 || !(scored || scaled)) return []
  const bars = parts.flatMap((part, n) => (total.cells[n] == null ? [] : [{ name: part.name ?? part.identifier ?? '', score: total.cells[n] }]))
  const columns = levels.map((level, n) => (scaled ? `${n + 1} ${levelName(level, lang)}` : writtenPercent(level.value, lang)))
  const width = 60 / (levels.length + 2)
  return [
    ...(scored ? [{ kind: 'heading' as const, level: 1 as const, text: say('report.by_group') }] : []),
    ...(bars.length === 0
      ? []
      : [
          barsChart({
            alt: say('report.by_group'),
            max: 100,
            ...(campaign.target !== null && { target: campaign.target }),
            bars: bars.map(({ name, score }) => ({ name, value: roundHalfUp(score), shown: scoreText(score), tone: tint(score) })),
          }),
        ]),
    { kind: 'heading', level: scored ? 2 : 1, text: say('report.spread') },
    {
      kind: 'table',
      columns: [
        { label: say('items.part'), width: 30 },
        ...columns.map((label) => ({ label, width, align: 'end' as const })),
        { label: say('spread.na_long'), width, align: 'end' },
        ...(scored ? [{ label: before ? say('report.difference') : say('report.score'), width: 10, align: 'end' as const }] : []),
      ],
      rows: parts.map((part, n) => {
        const spread = distribution[n]
        const [now, was] = [total.cells[n] ?? null, before?.cells[n] ?? null]
        const moved = now === null || was === null ? null : roundHalfUp(now) - roundHalfUp(was)
        return [
          cell(part.name ?? part.identifier ?? ''),
          ...levels.map(({ value }) => cell(String(spread?.levels[String(value)] ?? 0))),
          cell(String(spread?.na ?? 0)),
          ...(scored ? [cell(before ? (moved === null ? '' : signedNumber(moved, String)) : scoreText(now))] : []),
        ]
      }),
    },
  ]
}

/** What the first perimeters answered, requirement by requirement. */
async function detailOf({ tx, who }: Pick<ReportContext, 'tx' | 'who'>, result: CampaignResult, say: Say, scored: boolean): Promise<ReportBlock[]> {
  const counted = result.lines.filter(({ state }) => state === 'COUNTED')
  const shown = counted.slice(0, detailed)
  if (shown.length === 0) return []
  const head = await headOf(tx, authorize(who, 'campaign.read'), result.campaign.id)
  const { asked } = await columnsOf(tx, head)
  const rows = await tx.run(sql<{
    evaluation_id: number
    item: number
    level: number | null
    na: boolean
    comment: string | null
    worth: number | null
    value: unknown
  }>`select a.evaluation_id, a.item,
      a.level, a.value, a.na, coalesce(a.comment, a.justification) as comment, a.worth::float8 as worth
    from evaluation_answer a where a.customer_id = ${tx.customerId} and a.evaluation_id = any(${shown.map(({ evaluation }) => evaluation)}::bigint[]) and not a.hidden and not a.suggested`)
  const levelText = (row: (typeof rows)[number] | undefined) => {
    if (!row) return '–'
    if (row.na) return say('details.na')
    const at = head.levels.findIndex(({ value }) => value === row.level)
    const level = head.levels[at]
    return level ? `${at + 1} ${levelName(level, who.lang)}` : row.worth === null || !scored ? '' : `${roundHalfUp(row.worth)}`
  }
  const asks = result.campaign.questionnaire !== null
  const answerText = (item: AskedQuestion, row: (typeof rows)[number] | undefined): string => {
    if (item.question.type === 'SCALE') return levelText(row)
    const value = valueOf(item.question, row?.value, who.lang)
    return value === null ? '' : typeof value === 'object' ? writtenDay(value.day, who.dateOrder) : String(value)
  }
  const byEvaluation = Map.groupBy(rows, ({ evaluation_id }) => evaluation_id)
  return [
    { kind: 'heading', level: 1, text: say('report.detail') },
    ...(counted.length > shown.length ? [{ kind: 'paragraph' as const, text: [{ text: say('report.cut', { count: detailed }), soft: true }] }] : []),
    ...shown.flatMap((line): ReportBlock[] => {
      const own = new Map((byEvaluation.get(line.evaluation) ?? []).map((row) => [row.item, row]))
      return [
        { kind: 'heading', level: 2, text: [line.perimeter.name ?? '', ...(scored ? [scoreText(line.score)] : [])].join(' – ') },
        {
          kind: 'table',
          columns: [
            { label: say('report.reference'), width: 12 },
            { label: say(asks ? 'report.question' : 'report.requirement'), width: asks ? 34 : 40 },
            ...(asks ? [{ label: say('report.answer'), width: 22 }] : []),
            ...(asks && !scored ? [] : [{ label: say(asks ? 'report.worth' : 'report.level'), width: asks ? 8 : 16, ...(asks && { align: 'end' as const }) }]),
            { label: say('report.comment'), width: asks ? 24 : 32 },
          ],
          rows: asked.items
            .filter(({ item }) => own.has(item))
            .map((item) => {
              const { identifier, name } = wordsOf(item, who.lang)
              const row = own.get(item.item)
              return [
                cell(identifier ?? ''),
                cell(name ?? ''),
                ...(item.kind === 'QUESTION' ? [cell(row?.na ? say('details.na') : answerText(item, row))] : []),
                ...(item.kind === 'QUESTION' ? (scored ? [cell(row?.worth == null ? '' : String(roundHalfUp(row.worth)))] : []) : [cell(levelText(row))]),
                (row?.comment ?? '').split('\n').map((text) => [{ text }]),
              ]
            }),
        },
      ]
    }),
  ]
}
