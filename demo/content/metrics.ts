import type { PerimeterAggregation, TimeAggregation } from '#areas/catalog/contract/aggregate.ts'
import type { ProductMetric } from '#areas/catalog/contract/product-metrics.ts'
import type { Text } from './types.ts'

export interface DemoMetric {
  readonly identifier: string
  readonly name: Text
  readonly unit: string | null
  readonly decimals: number
  readonly minimum: number
  readonly maximum: number | null
  readonly target: number | null
  readonly time: TimeAggregation
  readonly places: PerimeterAggregation
  /** Where most stood eighteen months ago and stand now. */
  readonly from: number
  readonly to: number
  /** How far months and places lie apart. */
  readonly spread: number
  /** Of which less is better: levels of indicators say nothing of it. */
  readonly reversed?: true
  /** Something that is there, not done month by month: closed plants take nothing off. */
  readonly steady?: true
  readonly manager?: string
  readonly group?: string
  /** Worked out of others: nobody enters it. */
  readonly formula?: string
  /** Counted by Vigie. */
  readonly counted?: ProductMetric
}

const percent = (
  identifier: string,
  en: string,
  fr: string,
  from: number,
  to: number,
  target: number,
  spread: number,
  more: Partial<DemoMetric> = {},
): DemoMetric => ({
  identifier,
  name: { en, fr },
  unit: '%',
  decimals: 1,
  minimum: 0,
  maximum: 100,
  target,
  time: 'AVERAGE',
  places: 'AVERAGE',
  from,
  to,
  spread,
  ...more,
})

const count = (identifier: string, en: string, fr: string, from: number, to: number, spread: number, more: Partial<DemoMetric> = {}): DemoMetric => ({
  identifier,
  name: { en, fr },
  unit: null,
  decimals: 0,
  minimum: 0,
  maximum: null,
  target: null,
  time: 'SUM',
  places: 'SUM',
  from,
  to,
  spread,
  ...more,
})

/** What the group measures every month. */
export const demoMetrics: readonly DemoMetric[] = [
  percent('patch_in_time', 'Critical patches applied within 30 days', 'Correctifs critiques appliqués sous 30 jours', 66, 84, 90, 9, { manager: 'julien' }),
  percent('mfa', 'Accounts with multi-factor authentication', 'Comptes avec authentification multifacteur', 58, 93, 100, 7, { steady: true }),
  percent('edr', 'Workstations under detection and response', 'Postes couverts par la détection et réponse', 71, 97, 98, 5, {
    manager: 'julien',
    steady: true,
  }),
  percent('phishing_clicks', 'Phishing exercises: click rate', 'Exercices d’hameçonnage : taux de clic', 19, 8, 5, 4, { reversed: true }),
  percent('trained', 'Staff trained within the year', 'Personnel formé dans l’année', 62, 88, 95, 8, { steady: true }),
  percent('restored', 'Backups restored on test', 'Sauvegardes restaurées lors des tests', 80, 94, 95, 6),
  percent('backed_up', 'Systems backed up as planned', 'Systèmes sauvegardés comme prévu', 91, 98, 99, 2, { steady: true }),
  percent('log_sources', 'Log sources connected', 'Sources de journaux raccordées', 45, 82, 90, 8, { steady: true }),
  percent('leavers_in_time', 'Leavers revoked within a day', 'Départs révoqués sous un jour', 70, 91, 100, 7),
  percent('access_reviewed', 'Access rights reviewed on time', 'Droits d’accès revus à temps', 52, 79, 90, 9),
  percent('encrypted', 'Portable devices encrypted', 'Appareils portables chiffrés', 88, 98.5, 100, 2, { steady: true }),
  percent('suppliers_assessed', 'Critical suppliers assessed', 'Fournisseurs critiques évalués', 42, 74, 75, 8, { steady: true }),
  count('patch_due', 'Critical patches due', 'Correctifs critiques dus', 132, 140, 6, { manager: 'julien' }),
  count('patch_done', 'Critical patches applied in time', 'Correctifs critiques appliqués à temps', 88, 116, 9, { manager: 'julien' }),
  count('events', 'Security events handled', 'Événements de sécurité traités', 34, 47, 12),
  count('false_alarms', 'False alarms', 'Fausses alertes', 22, 13, 7),
  count('dormant', 'Dormant accounts', 'Comptes dormants', 41, 9, 8, { time: 'LATEST' }),
  count('privileged', 'Privileged accounts', 'Comptes à privilèges', 27, 18, 5, { time: 'LATEST' }),
  count('obsolete', 'Servers without support', 'Serveurs sans support', 14, 4, 3, { time: 'LATEST' }),
  count('exposed', 'Services exposed to the internet', 'Services exposés sur internet', 12, 7, 3, { time: 'LATEST' }),
  count('visitors', 'Visitors in industrial areas', 'Visiteurs en zone industrielle', 60, 55, 25),
  count('usb_blocked', 'Removable media blocked', 'Supports amovibles bloqués', 46, 29, 14),
  count('time_to_revoke', 'Time to revoke a leaver', 'Délai de révocation d’un départ', 31, 9, 6, {
    unit: 'h',
    decimals: 1,
    time: 'AVERAGE',
    places: 'AVERAGE',
    target: 8,
  }),
  count('time_to_contain', 'Time to contain an incident', 'Délai de confinement d’un incident', 46, 14, 10, {
    unit: 'h',
    decimals: 1,
    time: 'AVERAGE',
    places: 'MEDIAN',
    target: 12,
  }),
]

/** What fills itself in, after what the group measures: shares worked out of its counts, and what Vigie counts of its own rows. */
export const automaticMetrics: readonly DemoMetric[] = [
  percent('patch_share', 'Share of critical patches applied in time', 'Part des correctifs critiques appliqués à temps', 0, 0, 90, 0, {
    formula: 'patch_done / patch_due * 100',
  }),
  percent('true_alarms', 'Share of alarms that were justified', 'Part des alertes justifiées', 0, 0, 80, 0, {
    formula: 'events / (events + false_alarms) * 100',
  }),
  count('late_actions', 'Late actions', 'Actions en retard', 0, 0, 0, { counted: 'REMEDIATION_LATE', time: 'LATEST' }),
  count('open_gaps', 'Open gaps', 'Écarts ouverts', 0, 0, 0, { counted: 'GAP_OPEN', time: 'LATEST' }),
  percent('measures_done', 'Share of measures implemented', 'Part des mesures mises en œuvre', 0, 0, 80, 0, {
    counted: 'MEASURE_IMPLEMENTED_SHARE',
    time: 'LATEST',
  }),
  percent('tasks_in_time', 'Share of recurring tasks done on time', 'Part des tâches récurrentes faites à temps', 0, 0, 95, 0, {
    counted: 'OCCURRENCE_ON_TIME',
  }),
]

/** Where the group measures. */
export const measuredPlaces = [
  'head-office',
  'it',
  'hr',
  'lab',
  'saint-etienne',
  'gent',
  'zaragoza',
  'logistics',
  'brno',
  'katowice',
  'linz',
  'deutschland',
  'italia',
  'aquilor',
] as const
