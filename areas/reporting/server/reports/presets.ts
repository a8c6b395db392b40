import type { ReportName } from '#areas/reporting/contract/reports.ts'
import type { PieceKey, Titles } from './pieces.ts'

export interface PresetSection {
  /** Of the management review, the place to write that belongs to it. */
  readonly key: string
  readonly title: Titles
  readonly columns: number
  readonly pieces: readonly PieceKey[]
  /** The matrix of each register, as many as are drawn, stands at its end. */
  readonly matrices?: true
}

const key = (columns: number, ...pieces: PieceKey[]): PresetSection => ({ key: 'key', title: ['Key figures', 'Chiffres clés'], columns, pieces })
const evolution = (...pieces: PieceKey[]): PresetSection => ({ key: 'evolution', title: ['Evolution', 'Évolution'], columns: 2, pieces })
const parts = (...pieces: PieceKey[]): PresetSection => ({ key: 'parts', title: ['Breakdown', 'Répartition'], columns: 2, pieces })
const rows = (...pieces: PieceKey[]): PresetSection => ({ key: 'rows', title: ['To look at', 'À examiner'], columns: 1, pieces })

/** What each report shows, from top to bottom; the reader is told those blocks alone that they may ask for. */
export const presets: Readonly<Record<ReportName, readonly PresetSection[]>> = {
  SCORE: [
    key(4, 'scorenow', 'measuresinplace', 'measurestohandle', 'evidenceexpired'),
    evolution('scorecourse', 'scoreplaces'),
    { key: 'parts', title: ['Breakdown', 'Répartition'], columns: 1, pieces: ['scorepolicies'] },
    rows('measuresweak'),
  ],
  ACTIONS: [
    key(4, 'actionsopen', 'actionslate', 'actionsdone', 'actionsdue'),
    evolution('actionscourse', 'actionsflow'),
    { ...parts('actionsstatus', 'actionsplaces'), columns: 1 },
    rows('actionsworst'),
  ],
  RISKS: [
    key(4, 'risksopen', 'risksabove', 'riskslate', 'risksdecided'),
    { ...evolution('riskscourse'), matrices: true },
    parts('risksstrategy', 'riskstreatment'),
    rows('risksworst'),
  ],
  GAPS: [
    key(4, 'gapsopen', 'gapslate', 'gapsclosed', 'gapsunchecked'),
    evolution('gapscourse', 'gapsflow'),
    parts('gapsseverity', 'gapsnature'),
    rows('gapsworst'),
  ],
  INCIDENTS: [
    key(4, 'incidentsfound', 'incidentsclosed', 'incidentsopen', 'incidentslate'),
    evolution('incidentsflow', 'incidentskinds'),
    rows('incidentsworst'),
  ],
  EVALUATIONS: [
    key(4, 'campaignsopen', 'campaignsbegun', 'evaluationslate', 'evaluationsscore'),
    evolution('evaluationsdue', 'evaluationsstatus'),
    rows('campaignstable'),
  ],
  SUPPLIERS: [
    key(4, 'suppliersall', 'supplierscritical', 'supplierslate', 'suppliersdone'),
    evolution('supplierscourse', 'suppliersparts'),
    rows('supplierstable'),
  ],
  APPLICABILITY: [
    key(4, 'scorenow', 'requirementsbare', 'exclusions', 'inclusions'),
    { key: 'parts', title: ['Breakdown', 'Répartition'], columns: 1, pieces: ['statementstates'] },
    evolution('scorecourse', 'scorepolicies'),
    rows('applications'),
  ],
  EXEMPTIONS: [
    key(4, 'exemptionsinforce', 'exemptionsending', 'exemptionsdecided', 'exemptionsrenewed'),
    evolution('exemptionscourse', 'exemptionsdebt'),
    rows('exemptionstable'),
  ],
  // In our own words, in the order in which ISO/IEC 27001:2022 asks for them (9.3.2).
  MANAGEMENT_REVIEW: [
    {
      key: 'earlier_actions',
      title: ['Actions decided earlier', 'Actions décidées précédemment'],
      columns: 4,
      pieces: ['actionsdone', 'actionsopen', 'actionslate', 'actionsdue'],
    },
    { key: 'context', title: ['Changes around us', 'Évolutions du contexte'], columns: 1, pieces: [] },
    { key: 'needs', title: ['Needs of interested parties', 'Besoins des parties intéressées'], columns: 1, pieces: [] },
    {
      key: 'nonconformities',
      title: ['Non-conformities and corrective actions', 'Non-conformités et actions correctives'],
      columns: 4,
      pieces: ['gapsopen', 'gapslate', 'gapsclosed', 'incidentsfound', 'gapscourse'],
    },
    {
      key: 'measurement',
      title: ['Monitoring and measurement', 'Surveillance et mesure'],
      columns: 3,
      pieces: ['scorenow', 'metricslate', 'evidenceexpired', 'scorecourse'],
    },
    {
      key: 'audits',
      title: ['Audits and evaluations', 'Audits et évaluations'],
      columns: 4,
      pieces: ['campaignsopen', 'campaignsbegun', 'evaluationslate', 'evaluationsscore', 'campaignstable'],
    },
    { key: 'objectives', title: ['Objectives', 'Objectifs'], columns: 2, pieces: ['scorepolicies', 'scoreplaces'] },
    { key: 'feedback', title: ['Feedback of interested parties', 'Retours des parties intéressées'], columns: 4, pieces: ['supplierslate', 'suppliersdone'] },
    {
      key: 'risks',
      title: ['Risks and their treatment', 'Risques et leur traitement'],
      columns: 4,
      pieces: ['risksopen', 'risksabove', 'risksdecided', 'exemptionsinforce', 'risksworst'],
    },
    {
      key: 'improvement',
      title: ['Ways to improve', 'Pistes d’amélioration'],
      columns: 2,
      pieces: ['measurestohandle', 'requirementsbare', 'measuresweak'],
    },
  ],
}
