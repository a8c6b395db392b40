import { only } from '#kit/contract/figure.ts'
import type { Ask } from '#kit/contract/source.ts'
import type { Block, BlockType } from '#areas/reporting/contract/layout.ts'

export type Titles = readonly [en: string, fr: string]

/** A block of a report that the product brings. */
export interface Piece {
  readonly title: Titles
  readonly type: BlockType
  readonly ask: Partial<Ask> & Pick<Ask, 'source'>
  /**
   * Of when it tells: rows as they stood at the end of the period, compared with the end of the one before; what happened during the period, compared with what happened
   * during the one before; how many rows some figures had at the end of each step; or what a source that an area declares tells by itself.
   */
  readonly when: 'END' | 'DURING' | 'COURSE' | 'DECLARED'
  /** Figures of the entity whose rows at the end of each step are counted, with what their lines are called. */
  readonly lines?: readonly { readonly figure: string; readonly title: Titles; readonly tint: string | null }[]
  /** Whether more is better; undefined where that is nobody's to say. */
  readonly rises?: boolean
  readonly more?: Partial<Pick<Block, 'width' | 'height' | 'target'>>
}

type More = Pick<Piece, 'rises' | 'more'>

/** How many rows a figure had at the end of the period. */
export const stock = (title: Titles, entity: string, figure: string, more: More = {}): Piece => ({
  title,
  type: 'KPI',
  when: 'END',
  ask: { source: `rows.${entity}`, figure: `${entity}.${figure}` },
  ...more,
})
/** How many rows have a date within the period. */
export const happened = (title: Titles, entity: string, over: string, more: More & { readonly ask?: Partial<Ask> } = {}): Piece => ({
  title,
  type: 'KPI',
  when: 'DURING',
  ask: { source: `rows.${entity}`, over, ...more.ask },
  ...(more.rises !== undefined && { rises: more.rises }),
})
/** Rows by the steps of the period in which a date of theirs lies. */
export const flow = (title: Titles, entity: string, over: string, ask: Partial<Ask> = {}): Piece => ({
  title,
  type: 'BAR',
  when: 'DURING',
  ask: { source: `rows.${entity}`, over, ...ask },
})
export const course = (title: Titles, entity: string, lines: NonNullable<Piece['lines']>): Piece => ({
  title,
  type: 'LINE',
  when: 'COURSE',
  ask: { source: `rows.${entity}` },
  lines,
})
/** Rows of a figure at the end of the period, by a field. */
export const parts = (title: Titles, entity: string, figure: string | null, by: string, type: BlockType = 'BAR', across?: string): Piece => ({
  title,
  type,
  when: 'END',
  ask: { source: `rows.${entity}`, ...(figure !== null && { figure: `${entity}.${figure}` }), by, ...(across !== undefined && { across }) },
})
/** The first rows of a figure at the end of the period; all of them are one click away. */
export const table = (
  title: Titles,
  entity: string,
  figure: string | null,
  columns: readonly string[],
  sort: readonly [name: string, order: 'asc' | 'desc'],
  more: Partial<Pick<Piece, 'when'>> & { readonly over?: string } = {},
): Piece => ({
  title,
  type: 'TABLE',
  when: more.when ?? 'END',
  ask: {
    source: `rows.${entity}`,
    ...(figure !== null && { figure: `${entity}.${figure}` }),
    ...(more.over !== undefined && { over: more.over }),
    columns: [...columns],
    sort: [{ name: sort[0], order: sort[1] }],
  },
  more: { width: 4 },
})
/** Sources of areas that tell of any day gone by. */
const past: ReadonlySet<string> = new Set(['scores.score', 'scores.policies', 'scores.perimeters'])
/** What an area tells by a source of its own: of the end of the period where it can. */
export const declared = (title: Titles, source: string, type: BlockType, more: More & { readonly given?: Ask['given'] } = {}): Piece => ({
  title,
  type,
  when: past.has(source) ? 'END' : 'DECLARED',
  ask: { source, given: more.given ?? {} },
  ...(more.more && { more: more.more }),
})

const danger = 'danger'
const calm = 'info'

/** All that reports are made of, by a key that never changes: what was frozen of one is found again by it. */
export const pieces = {
  scorenow: declared(['Score', 'Score'], 'scores.score', 'KPI'),
  scorecourse: declared(['Score over the period', 'Score sur la période'], 'scores.course', 'LINE', { more: { target: { kind: 'OBJECTIVE' } } }),
  scorepolicies: declared(['Score by policy, with its target', 'Score par politique, avec sa cible'], 'scores.policies', 'POLICY_SCORE'),
  scoreplaces: declared(['Score by perimeter, with its target', 'Score par périmètre, avec sa cible'], 'scores.perimeters', 'BAR'),
  measuresinplace: stock(['Measures implemented', 'Mesures mises en œuvre'], 'measure', 'implemented', { rises: true }),
  measurestohandle: stock(['Measures to be handled', 'Mesures à traiter'], 'measure', 'to_handle', { rises: false }),
  measuresweak: table(
    ['Weak measures that nothing improves', 'Mesures faibles que rien n’améliore'],
    'measure',
    'LOW_NO_ACTION',
    ['name', 'perimeter', 'manager'],
    ['name', 'asc'],
  ),
  evidenceexpired: stock(['Expired evidence in use', 'Preuves expirées utilisées'], 'evidence', 'expired_in_use', { rises: false }),

  actionsopen: stock(['Open actions', 'Actions ouvertes'], 'remediation', 'open'),
  actionslate: stock(['Late actions', 'Actions en retard'], 'remediation', 'late', { rises: false }),
  actionsdone: happened(['Actions finished', 'Actions terminées'], 'remediation', 'done_date', { rises: true, ask: { filters: [only('status', 'FINISHED')] } }),
  actionsdue: happened(['Actions that were due', 'Actions arrivées à échéance'], 'remediation', 'target_date'),
  actionscourse: course(['Open and late actions over the period', 'Actions ouvertes et en retard sur la période'], 'remediation', [
    { figure: 'open', title: ['Open', 'Ouvertes'], tint: calm },
    { figure: 'late', title: ['Late', 'En retard'], tint: danger },
  ]),
  actionsflow: flow(['Actions finished, step by step', 'Actions terminées, étape par étape'], 'remediation', 'done_date', {
    filters: [only('status', 'FINISHED')],
  }),
  actionsplaces: parts(['Open actions by perimeter', 'Actions ouvertes par périmètre'], 'remediation', 'open', 'perimeter', 'BAR', 'late'),
  actionsstatus: parts(['Open actions by status', 'Actions ouvertes par statut'], 'remediation', 'open', 'status', 'PIE'),
  actionsworst: table(
    ['Late actions, the oldest first', 'Actions en retard, les plus anciennes d’abord'],
    'remediation',
    'late',
    ['name', 'priority', 'perimeter', 'manager', 'target_date'],
    ['target_date', 'asc'],
  ),

  risksopen: stock(['Open risks', 'Risques ouverts'], 'risk', 'open'),
  risksabove: stock(['Risks above the appetite', 'Risques au-dessus de l’appétence'], 'risk', 'above', { rises: false }),
  riskslate: stock(['Late risks', 'Risques en retard'], 'risk', 'late', { rises: false }),
  risksdecided: happened(['Risks decided about', 'Risques décidés'], 'risk', 'decided_on', { rises: true }),
  riskscourse: course(['Open risks and those above the appetite', 'Risques ouverts et au-dessus de l’appétence'], 'risk', [
    { figure: 'open', title: ['Open', 'Ouverts'], tint: calm },
    { figure: 'above', title: ['Above the appetite', 'Au-dessus de l’appétence'], tint: danger },
  ]),
  riskstreatment: parts(['Risks by treatment', 'Risques par traitement'], 'risk', 'all', 'treatment', 'PIE'),
  risksstrategy: parts(['Open risks by strategy', 'Risques ouverts par stratégie'], 'risk', 'open', 'strategy', 'BAR', 'above'),
  risksworst: table(
    ['Risks above the appetite, the highest first', 'Risques au-dessus de l’appétence, les plus élevés d’abord'],
    'risk',
    'above',
    ['name', 'strategy', 'treatment', 'status', 'perimeter', 'manager', 'review_date'],
    ['current_level', 'desc'],
  ),

  gapsopen: stock(['Open gaps', 'Écarts ouverts'], 'gap', 'open'),
  gapslate: stock(['Late gaps', 'Écarts en retard'], 'gap', 'late', { rises: false }),
  gapsclosed: happened(['Gaps closed', 'Écarts clos'], 'gap', 'closed_on', { rises: true }),
  gapsunchecked: stock(['Non-conformities closed without checking the effect', 'Non-conformités closes sans vérifier l’effet'], 'gap', 'EFFECT_UNCHECKED', {
    rises: false,
  }),
  gapscourse: course(['Open and late gaps over the period', 'Écarts ouverts et en retard sur la période'], 'gap', [
    { figure: 'open', title: ['Open', 'Ouverts'], tint: calm },
    { figure: 'late', title: ['Late', 'En retard'], tint: danger },
  ]),
  gapsflow: flow(['Gaps closed, step by step', 'Écarts clos, étape par étape'], 'gap', 'closed_on'),
  gapsseverity: parts(['Open gaps by severity', 'Écarts ouverts par gravité'], 'gap', 'open', 'severity', 'BAR', 'late'),
  gapsnature: parts(['Open gaps by nature', 'Écarts ouverts par nature'], 'gap', 'open', 'nature', 'PIE'),
  gapsworst: table(
    ['Open gaps, the most severe first', 'Écarts ouverts, les plus graves d’abord'],
    'gap',
    'open',
    ['name', 'severity', 'nature', 'status', 'perimeter', 'manager', 'target_date'],
    ['severity', 'desc'],
  ),

  incidentsfound: happened(['Incidents detected', 'Incidents détectés'], 'incident', 'detected_at', { rises: false }),
  incidentsopen: stock(['Open incidents', 'Incidents ouverts'], 'incident', 'open', { rises: false }),
  incidentsclosed: happened(['Incidents closed', 'Incidents clos'], 'incident', 'closed_on'),
  incidentslate: stock(['Late incidents', 'Incidents en retard'], 'incident', 'late', { rises: false }),
  incidentsflow: flow(['Incidents detected, by severity', 'Incidents détectés, par gravité'], 'incident', 'detected_at', { across: 'severity' }),
  incidentskinds: {
    ...parts(['Incidents detected, by category', 'Incidents détectés, par catégorie'], 'incident', null, 'category'),
    when: 'DURING',
    ask: { source: 'rows.incident', by: 'category', over: 'detected_at' },
  } satisfies Piece,
  incidentsworst: table(
    ['Incidents detected, the most severe first', 'Incidents détectés, les plus graves d’abord'],
    'incident',
    null,
    ['name', 'severity', 'category', 'status', 'perimeter', 'manager', 'detected_at'],
    ['severity', 'desc'],
    { when: 'DURING', over: 'detected_at' },
  ),

  campaignsopen: stock(['Open campaigns', 'Campagnes ouvertes'], 'campaign', 'open'),
  campaignsbegun: happened(['Campaigns begun', 'Campagnes commencées'], 'campaign', 'date_start'),
  evaluationslate: stock(['Late evaluations', 'Évaluations en retard'], 'evaluation', 'late', { rises: false }),
  evaluationstovalidate: stock(['Evaluations to validate', 'Évaluations à valider'], 'evaluation', 'to_validate', { rises: false }),
  evaluationsscore: {
    title: ['Mean score of the evaluations due', 'Score moyen des évaluations dues'],
    type: 'KPI',
    when: 'DURING',
    ask: { source: 'rows.evaluation', over: 'due_date', how: 'MEAN', of: 'score', filters: [only('status', 'VALIDATED')] },
    rises: true,
  } satisfies Piece,
  evaluationsdue: flow(['Evaluations by the day on which they are due', 'Évaluations par échéance'], 'evaluation', 'due_date', { across: 'status' }),
  evaluationsstatus: parts(['Evaluations by campaign', 'Évaluations par campagne'], 'evaluation', 'all', 'campaign', 'BAR', 'status'),
  campaignstable: table(
    ['Open campaigns, by their deadline', 'Campagnes ouvertes, par échéance'],
    'campaign',
    'open',
    ['name', 'status', 'date_start', 'limit_date_evaluation', 'progress', 'evaluations', 'not_submitted'],
    ['limit_date_evaluation', 'asc'],
  ),

  suppliersall: stock(['Suppliers', 'Prestataires'], 'supplier', 'all'),
  supplierscritical: stock(['Critical suppliers', 'Prestataires critiques'], 'supplier', 'critical'),
  supplierslate: stock(['Suppliers whose evaluation is late', 'Prestataires dont l’évaluation est en retard'], 'supplier', 'late', { rises: false }),
  suppliersdone: happened(['Suppliers evaluated', 'Prestataires évalués'], 'supplier', 'last_evaluation', { rises: true }),
  supplierscourse: course(['Late evaluations of suppliers over the period', 'Évaluations de prestataires en retard sur la période'], 'supplier', [
    { figure: 'late', title: ['Late', 'En retard'], tint: danger },
  ]),
  suppliersparts: parts(['Suppliers by criticality', 'Prestataires par criticité'], 'supplier', 'all', 'criticality', 'BAR', 'evaluation_state'),
  supplierstable: table(
    ['Critical suppliers, by their next evaluation', 'Prestataires critiques, par prochaine évaluation'],
    'supplier',
    'critical',
    ['name', 'criticality', 'last_score', 'trend', 'next_evaluation', 'open_gaps', 'open_risks'],
    ['next_evaluation', 'asc'],
  ),

  statementstates: declared(['Requirements by state', 'Exigences par état'], 'statements.states', 'BAR', { more: { width: 4 } }),
  requirementsbare: stock(['Requirements without a measure', 'Exigences sans mesure'], 'control', 'NO_MEASURE', { rises: false }),
  exclusions: {
    title: ['Exclusions', 'Exclusions'],
    type: 'KPI',
    when: 'END',
    ask: { source: 'rows.control_not_applicable' },
  } satisfies Piece,
  inclusions: {
    title: ['Requirements with a reason', 'Exigences justifiées'],
    type: 'KPI',
    when: 'END',
    ask: { source: 'rows.control_inclusion' },
    rises: true,
  } satisfies Piece,
  applications: table(
    ['Policies in force', 'Politiques en vigueur'],
    'policy_application',
    null,
    ['policy', 'perimeter', 'policy_version', 'target_score', 'measures'],
    ['policy', 'asc'],
  ),

  exemptionsinforce: stock(['Exemptions in force', 'Dérogations en vigueur'], 'exemption', 'in_force', { rises: false }),
  exemptionsending: stock(['That end within 14 days', 'Qui se terminent sous 14 jours'], 'exemption', 'ending'),
  exemptionsdecided: happened(['Exemptions decided', 'Dérogations décidées'], 'exemption', 'decided_on'),
  exemptionsrenewed: stock(['Renewed twice or more', 'Renouvelées deux fois ou plus'], 'exemption', 'renewed_twice', { rises: false }),
  exemptionscourse: course(['Exemptions in force over the period', 'Dérogations en vigueur sur la période'], 'exemption', [
    { figure: 'in_force', title: ['In force', 'En vigueur'], tint: calm },
  ]),
  exemptionsdebt: declared(
    ['Points of the score that exemptions hold up, by age', 'Points du score soutenus par des dérogations, par ancienneté'],
    'exemptions.debt',
    'BAR',
  ),
  exemptionstable: table(
    ['Exemptions in force, by their end', 'Dérogations en vigueur, par date de fin'],
    'exemption',
    'in_force',
    ['name', 'perimeters', 'controls', 'approver', 'start_date', 'end_date', 'renewals'],
    ['end_date', 'asc'],
  ),

  metricslate: stock(['Metrics with late values', 'Métriques dont des valeurs manquent'], 'metric', 'late', { rises: false }),
} as const satisfies Readonly<Record<string, Piece>>
export type PieceKey = keyof typeof pieces
