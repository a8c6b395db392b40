import { levelName } from '#kit/contract/level.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import type { ReadDecision } from '#kit/server/data/work/decision.ts'
import { readableObjects } from '#kit/server/data/links/object-names.ts'
import { decisionReport } from '#kit/server/reports/decision-report.ts'
import type { ReportContext } from '#kit/server/reports/report-kind.ts'
import { levelAt } from '#areas/risks/contract/levels.ts'
import type { TreatmentBasis } from './treatment-basis.ts'
import { scalesOf } from './scale-of.ts'

const sides = (['init', 'min', 'target'] as const).flatMap((kind) => [`${kind}_impact`, `${kind}_probability`])
const cell = (text: string): ReportCell => [[{ text }]]

/** What was approved, or is asked about: levels in words, and what the treatment rested on that day. */
export const approvalReport = decisionReport({
  name: 'risk_approval',
  entity: 'risk',
  right: 'risk.read',
  summary: 'Make a file of the frozen copy of a request about a risk',
  outcome: (state) => `risks.entities.risk.choices.status.${state}`,
  without: [...sides, 'business_impacts', 'measures', 'actions', 'gaps'],
  more: async (context, decision) => [...(await levelsBlock(context, decision)), ...(await basisBlock(context, decision))],
})

async function levelsBlock({ tx, who, translate }: ReportContext<{ request: number }>, { copy }: ReadDecision): Promise<ReportBlock[]> {
  const say = (key: string) => translate(`risks.entities.risk.fields.${key}`)
  const register = (copy.register as { readonly id: number } | null)?.id
  const scale = register === undefined ? undefined : (await scalesOf(tx, [register])).get(register)?.scale
  const place = (name: string) => (typeof copy[name] === 'number' ? copy[name] : null)
  const rows = (['init', 'current', 'target'] as const).flatMap((kind) => {
    const [impact, probability] = [place(`${kind}_impact`), place(`${kind}_probability`)]
    if (impact === null || probability === null) return []
    const value = scale ? levelAt(scale.matrix, { impact, probability }) : null
    // A register that has gone over to another scale since calls these places otherwise.
    const level = value === copy[`${kind}_level`] ? scale?.levels.find((one) => one.value === value) : undefined
    return [[cell(say(`${kind}_level`)), cell(level ? levelName(level, who.lang) : '–'), cell(`${impact} × ${probability}`)]]
  })
  const harm = (copy.business_impacts ?? []) as readonly { readonly type: string; readonly impact: number | null }[]
  for (const { type, impact } of harm)
    rows.push([cell(say('business_impacts')), cell(translate(`risks.entities.risk.choices.business_impacts.type.${type}`)), cell(String(impact ?? '–'))])
  return [
    { kind: 'heading', level: 1, text: translate('risks.entities.risk.sections.levels') },
    {
      kind: 'table',
      columns: [
        { label: translate('kit.record.decision.field'), width: 40 },
        { label: translate('kit.record.decision.before'), width: 35 },
        { label: `${translate('risks.matrix.impact')} × ${translate('risks.matrix.probability')}`, width: 25 },
      ],
      rows,
    },
  ]
}

async function basisBlock({ tx, resources, who, translate }: ReportContext<{ request: number }>, { content }: ReadDecision): Promise<ReportBlock[]> {
  const { measures = [], actions = [], gaps = [] } = (content ?? {}) as Partial<TreatmentBasis>
  const lines = [
    ...measures.map(({ id, worth }) => ({
      entity: 'measure',
      id,
      said: worth === null ? translate('risks.workspace.no_worth') : writtenPercent(worth, who.lang, 2),
    })),
    ...actions.map(({ id, status, target_date: date }) => ({
      entity: 'remediation',
      id,
      said: [translate(`actions.entities.remediation.choices.status.${status}`), date && writtenDay(date, who.dateOrder)].filter(Boolean).join(' · '),
    })),
    ...gaps.map(({ id, status }) => ({ entity: 'gap', id, said: translate(`gaps.entities.gap.choices.status.${status}`) })),
  ]
  if (lines.length === 0) return []
  const names = new Map((await readableObjects(tx, resources, lines)).map((one) => [`${one.entity} ${one.id}`, one]))
  const words = { measure: 'measures.entities.measure', remediation: 'actions.entities.remediation', gap: 'gaps.entities.gap' } as const
  return [
    { kind: 'heading', level: 1, text: translate('risks.workspace.rests') },
    {
      kind: 'table',
      columns: [
        { label: translate('risks.workspace.rests_on'), width: 60 },
        { label: translate('kit.record.decision.before'), width: 40 },
      ],
      rows: lines.map(({ entity, id, said }) => {
        const one = names.get(`${entity} ${id}`)
        const what = translate(`${words[entity as keyof typeof words]}.one`)
        return [cell(one ? [one.identifier, one.name].filter(Boolean).join(' ') : translate('risks.workspace.hidden', { what })), cell(said)]
      }),
    },
  ]
}
