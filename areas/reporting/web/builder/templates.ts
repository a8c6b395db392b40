import type { Ask, OfferedSource } from '#kit/contract/source.ts'
import type { Block, BlockType, Layout } from '#areas/reporting/contract/layout.ts'
import { freshId, newBlock } from './change-layout.ts'

export const templateNames = ['board', 'operations', 'audit', 'site'] as const
export type TemplateName = (typeof templateNames)[number]

type Titles = readonly [en: string, fr: string]
interface Planned {
  readonly type: BlockType
  readonly title: Titles
  readonly ask?: Partial<Ask> & Pick<Ask, 'source'>
  readonly more?: Partial<Block>
}
interface PlannedSection {
  readonly title: Titles
  readonly columns: number
  readonly blocks: readonly Planned[]
}

const score: Planned = { type: 'KPI', title: ['Score', 'Score'], ask: { source: 'scores.score' } }
const course: Planned = {
  type: 'LINE',
  title: ['Score over time', 'Score dans le temps'],
  ask: { source: 'scores.course' },
  more: { target: { kind: 'OBJECTIVE' } },
}
const count = (title: Titles, source: string, figure: string): Planned => ({ type: 'KPI', title, ask: { source, figure } })
const late = count(['Late actions', 'Actions en retard'], 'rows.remediation', 'remediation.late')
const incidents = count(['Open incidents', 'Incidents ouverts'], 'rows.incident', 'incident.open')
const gaps = count(['Open gaps', 'Écarts ouverts'], 'rows.gap', 'gap.open')
const exemptions = count(['Exemptions in force', 'Dérogations en vigueur'], 'rows.exemption', 'exemption.in_force')
const byPlace: Planned = {
  type: 'BAR',
  title: ['Open actions by perimeter', 'Actions ouvertes par périmètre'],
  ask: { source: 'rows.remediation', figure: 'remediation.open', by: 'perimeter', across: 'late' },
}
const policies: Planned = { type: 'POLICY_SCORE', title: ['Scores of policies', 'Scores des politiques'], ask: { source: 'scores.policies' } }
const topRisks: Planned = {
  type: 'TOP',
  title: ['Top risks', 'Principaux risques'],
  ask: { source: 'rows.risk', figure: 'risk.open', columns: ['name', 'current_level', 'treatment'], sort: [{ name: 'current_level', order: 'desc' }] },
}
/** Of rows, so that whoever reads a version later is told of its day. */
const months: Planned = { type: 'BAR', title: ['Actions by target date', 'Actions par échéance'], ask: { source: 'rows.remediation', over: 'target_date' } }
const text = (title: Titles, en: string, fr: string): Planned => ({ type: 'TEXT', title, more: { text_en: en, text_fr: fr, width: 4 } })

const templates: Readonly<Record<TemplateName, readonly PlannedSection[]>> = {
  board: [
    { title: ['Where we stand', 'Où nous en sommes'], columns: 4, blocks: [score, late, incidents, exemptions] },
    { title: ['Are we moving?', 'Avançons-nous ?'], columns: 2, blocks: [course, byPlace] },
    { title: ['What could hurt us', 'Ce qui peut nous atteindre'], columns: 2, blocks: [policies, topRisks] },
    {
      title: ['Decision asked', 'Décision demandée'],
      columns: 1,
      blocks: [text(['', ''], 'Write here the decision that you ask for.', 'Écrivez ici la décision que vous demandez.')],
    },
  ],
  operations: [
    {
      title: ['This week', 'Cette semaine'],
      columns: 4,
      blocks: [
        late,
        count(['Due within 14 days', 'À échéance sous 14 jours'], 'rows.remediation', 'remediation.soon'),
        count(['Late occurrences', 'Occurrences en retard'], 'rows.occurrence', 'occurrence.late'),
        incidents,
      ],
    },
    { title: ['Actions', 'Actions'], columns: 2, blocks: [months, byPlace] },
    {
      title: ['To be handled', 'À traiter'],
      columns: 2,
      blocks: [
        {
          type: 'TABLE',
          title: ['Late actions', 'Actions en retard'],
          ask: {
            source: 'rows.remediation',
            figure: 'remediation.late',
            columns: ['name', 'perimeter', 'manager', 'target_date'],
            sort: [{ name: 'target_date', order: 'asc' }],
          },
        },
        { type: 'PIE', title: ['Gaps by status', 'Écarts par statut'], ask: { source: 'rows.gap', by: 'status' } },
      ],
    },
  ],
  audit: [
    {
      title: ['Compliance', 'Conformité'],
      columns: 4,
      blocks: [score, gaps, exemptions, count(['Expired evidence in use', 'Preuves expirées utilisées'], 'rows.evidence', 'evidence.expired_in_use')],
    },
    {
      title: ['Policies', 'Politiques'],
      columns: 2,
      blocks: [policies, { type: 'BAR', title: ['Score held up by exemptions', 'Score soutenu par des dérogations'], ask: { source: 'exemptions.debt' } }],
    },
    {
      title: ['Findings', 'Constats'],
      columns: 1,
      blocks: [{ type: 'TOP', title: ['Findings of checks', 'Constats des contrôles'], ask: { source: 'checks.found' } }],
    },
  ],
  site: [
    { title: ['Where we stand', 'Où nous en sommes'], columns: 3, blocks: [score, late, gaps] },
    { title: ['Over time', 'Dans le temps'], columns: 1, blocks: [course] },
    {
      title: ['Measures', 'Mesures'],
      columns: 2,
      blocks: [
        { type: 'PIE', title: ['Measures by situation', 'Mesures par situation'], ask: { source: 'rows.measure', figure: 'measure.all', by: 'situation' } },
        byPlace,
      ],
    },
  ],
}

/** A dashboard to begin with: of what the reader is offered, if that is told; blocks of which they are not are left out. */
export function layoutFrom(name: TemplateName, sources?: readonly OfferedSource[]): Layout {
  const offered = new Map(sources?.map((source) => [source.name, source]))
  const suits = ({ ask }: Planned) => {
    if (!ask || !sources) return true
    const source = offered.get(ask.source)
    return source !== undefined && (ask.figure === undefined || source.rows?.figures.some((figure) => figure.name === ask.figure) === true)
  }
  return {
    sections: templates[name].map(({ title, columns, blocks }) => ({
      id: freshId(),
      title_en: title[0],
      title_fr: title[1],
      columns,
      blocks: blocks.filter(suits).map(({ type, title: named, ask, more }) => ({
        ...newBlock(type),
        title_en: named[0] || null,
        title_fr: named[1] || null,
        ask: ask ? { filters: [], how: 'COUNT', columns: [], sort: [], given: {}, ...ask } : null,
        ...more,
        width: Math.min(more?.width ?? 1, columns),
      })),
    })),
  }
}
