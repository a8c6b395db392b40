import { z } from 'zod'
import { writtenDay } from '#kit/contract/date-order.ts'
import { tintOf, type ReportBlock, type ReportCell, type ReportTint } from '#kit/contract/report.ts'
import { writtenNumber } from '#kit/contract/signed-number.ts'
import { tone } from '#kit/contract/tone.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import type { Who } from '#kit/server/access/who.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { barsChart } from '#kit/server/reports/charts.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReport } from '#kit/server/reports/report-kind.ts'
import { roundHalfUp, shownBar } from '#areas/scores/contract/rounding.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import { reasonValues, type ExplanationReason } from '#areas/scores/contract/score.ts'
import { outcomeAt, type Topic } from '#areas/scores/server/compute/compute.ts'
import { explainScore } from '#areas/scores/server/explanation/explanation.ts'
import { namedExplanation, targetsOf } from '#areas/scores/server/explanation/explanation-names.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import type { Subject } from '#areas/scores/server/compute/mean-tree.ts'
import { policiesAt } from './policies-at.ts'
import { hiddenAt, placeOf, visibleTo } from './reach.ts'
import { scoreCacheOf } from '#areas/scores/server/snapshot/score-cache.ts'
import { toScore } from '#areas/scores/server/compute/score.ts'
import { aimsOf } from './target-score.ts'

/** The score of a perimeter on paper: the figures, by policy, and what they are made of. */
export const scoreReport = defineReport({
  name: 'score',
  entity: 'perimeter',
  right: 'score.read',
  summary: 'Make a report of the score of a perimeter',
  asked: z.object({ scope: z.enum(['own', 'consolidated']).default('consolidated') }),
  asOf: true,
  compose: async (context) => {
    const { api, tx, who, id, asked, asOf, translate } = context
    const say = (key: string, values?: Record<string, string | number>) => translate(`scores.${key}`, values)
    const current = await scoreCacheOf(api).read(tx)
    // As it was published then, or the last time before.
    const result = asOf === null || asOf >= tx.today ? current : await scoreCacheOf(api).published(tx, asOf, current)
    if (!result) return null
    const visible = visibleTo(who)
    const place = placeOf(result, visible, { perimeter: id, scope: asked.scope })
    const aims = await aimsOf(tx, result)
    const levels = (await levelsOf(tx))['indicator'] ?? []
    const tint = (value: number | null, aim: number | null) => tintOf(tone(value, aim, levels))
    const score = toScore(outcomeAt(result, place))
    const target = aims(place)
    const subject: Subject = { place, view: { figure: 'PERFORMANCE', exemptions: true } }
    const explained = explainScore(result, subject, { depth: 1, visible })
    const explanation = explained ? await namedExplanation(tx, context.resources, explained, result.facts.day, await targetsOf(tx, result, subject)) : null
    const policies = [...policiesAt(result, place)]
    const labels = new Labels()
    labels.want('perimeter', id)
    for (const policy of policies) labels.want('policy', policy)
    await labels.load(tx)
    const percent = (value: number | null) => (value === null ? say('score.none') : writtenPercent(roundHalfUp(value), who.lang))
    const rows = policies
      .map((policy) => {
        const topic: Topic = { policy_id: policy }
        return { name: labels.get('policy', policy)?.name ?? '', score: toScore(outcomeAt(result, place, topic)), target: aims(place, policy) }
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, who.lang))
    const scored = rows.filter((row) => row.score.performance !== null)
    const hidden = hiddenAt(result, visible, place)
    const bar = score.performance === null || score.coverage === null ? null : shownBar(score.performance, score.coverage)
    const blocks: ReportBlock[] = [
      { kind: 'heading', level: 1, text: say(`score.${asked.scope}`) },
      {
        kind: 'figures',
        items: [
          { label: say('figure.PERFORMANCE'), value: percent(score.performance), tone: tint(score.performance, target) },
          { label: say('figure.COVERAGE'), value: percent(score.coverage), tone: tint(score.coverage, null) },
          {
            label: say('score.without_exemptions'),
            value: percent(score.without_exemptions.performance),
            tone: tint(score.without_exemptions.performance, target),
          },
          { label: say('score.target'), value: percent(target) },
        ],
      },
      ...(bar
        ? [{ kind: 'paragraph' as const, text: [{ text: say('bar.text', { performance: bar.performance, lost: bar.lost, not_covered: bar.not_covered }) }] }]
        : []),
      {
        kind: 'paragraph',
        text: [
          {
            text: (['counted', 'unmapped', 'exempted', 'not_applicable', 'out_of_level'] as const)
              .filter((name) => name === 'counted' || score.counts[name] > 0)
              .map((name) => say(`counts.${name}`, { count: score.counts[name] }))
              .join(' · '),
            soft: true,
          },
        ],
      },
      ...(hidden > 0
        ? [{ kind: 'paragraph' as const, text: [{ text: `${say('page.hidden', { count: hidden })} : ${say('page.hidden_help')}`, soft: true }] }]
        : []),
      { kind: 'heading', level: 1, text: say('report.by_policy') },
      ...(scored.length > 0
        ? [
            barsChart({
              alt: say('report.by_policy'),
              max: 100,
              ...(target !== null && { target }),
              bars: scored.map((row) => ({
                name: row.name,
                value: roundHalfUp(row.score.performance ?? 0),
                shown: percent(row.score.performance),
                tone: tint(row.score.performance, row.target),
              })),
            }),
          ]
        : []),
      {
        kind: 'table',
        columns: [
          { label: say('page.policy'), width: 40 },
          { label: say('figure.PERFORMANCE'), width: 15, align: 'end' },
          { label: say('figure.COVERAGE'), width: 15, align: 'end' },
          { label: say('page.target'), width: 12, align: 'end' },
          { label: say('page.groups'), width: 18, align: 'end' },
        ],
        rows: rows.map((row) => [
          cell(row.name),
          cell(percent(row.score.performance), tint(row.score.performance, row.target)),
          cell(percent(row.score.coverage), tint(row.score.coverage, null)),
          cell(percent(row.target)),
          cell(String(row.score.counts.counted)),
        ]),
      },
      { kind: 'heading', level: 1, text: say('explanation.title') },
      {
        kind: 'table',
        columns: [
          { label: say('report.part'), width: 52 },
          { label: say('figure.PERFORMANCE'), width: 16, align: 'end' },
          { label: say('page.weight'), width: 14, align: 'end' },
          { label: say('page.amount'), width: 18, align: 'end' },
        ],
        rows: (explanation?.children ?? []).map((node) => explanationRow(node, say, percent, tint, who)),
      },
    ]
    return { ...(await reportFrame(context, { title: say('report.title'), subtitle: labels.get('perimeter', id)?.name ?? null })), blocks }
  },
})

const cell = (text: string, badge?: ReportTint): ReportCell => [[{ text, badge }]]

function explanationRow(
  node: NamedExplanation,
  say: (key: string, values?: Record<string, string | number>) => string,
  percent: (value: number | null) => string,
  tint: (value: number | null, target: number | null) => ReportTint | undefined,
  { lang, dateOrder }: Pick<Who, 'lang' | 'dateOrder'>,
): ReportCell[] {
  const name = say(`explanation.kind.${node.kind}`, { name: node.label?.name ?? '', count: 0 })
  const [reason] = node.reasons
  const number = (value: number) => writtenNumber(value, lang, 1)
  const values = ({ params }: ExplanationReason) =>
    reasonValues(params, { day: (day) => writtenDay(day, dateOrder), share: (share) => writtenPercent(share, lang, 1) })
  return [
    [[{ text: name, strong: true }], ...(reason ? [[{ text: say(`explanation.reason.${reason.code}`, values(reason)), soft: true }]] : [])],
    cell(percent(node.value), tint(node.value, node.target)),
    cell(node.weight === null ? '' : number(node.weight)),
    cell(node.contribution === null ? say('score.none') : number(node.contribution)),
  ]
}
