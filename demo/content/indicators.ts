import type { Text } from './types.ts'

export interface DemoIndicator {
  readonly identifier: string
  readonly name: Text
  /** Over `demoMetrics`; null: it brings its children together. */
  readonly formula: string | null
  readonly target: number | null
  readonly unit?: string
  readonly parent?: string
  readonly manager?: string
  /** What it shows to work, by the key of a measure. */
  readonly measure?: string
  /** What explains its course in a month, `08`, the last one gone by. */
  readonly notes?: readonly { readonly month: string; readonly text: Text }[]
}

const rate = (identifier: string, en: string, fr: string, formula: string | null, target: number, more: Partial<DemoIndicator> = {}): DemoIndicator => ({
  identifier,
  name: { en, fr },
  formula,
  target,
  ...more,
})

const figure = (identifier: string, en: string, fr: string, formula: string, unit?: string): DemoIndicator => ({
  identifier,
  name: { en, fr },
  formula,
  target: null,
  ...(unit !== undefined && { unit }),
})

/** What the group reads its metrics by; a parent stands before its children. */
export const demoIndicators: readonly DemoIndicator[] = [
  rate('IND-01', 'Technical hygiene', 'Hygiène technique', null, 90, { manager: 'nadia' }),
  rate('IND-02', 'Critical patches applied in time', 'Correctifs critiques appliqués à temps', '100 * patch_done / patch_due', 90, {
    parent: 'IND-01',
    manager: 'nadia',
    measure: 'patching',
    notes: [
      { month: '08', text: { en: 'Plants closed, patches frozen.', fr: 'Fermeture des usines, correctifs gelés.' } },
      { month: '03', text: { en: 'Aquilor Filtration joins the group.', fr: 'Aquilor Filtration entre dans le groupe.' } },
    ],
  }),
  rate('IND-03', 'Workstations under detection', 'Postes sous détection', 'edr', 95, { parent: 'IND-01', manager: 'nadia', measure: 'edr' }),
  rate('IND-04', 'Devices encrypted', 'Appareils chiffrés', 'encrypted', 98, { parent: 'IND-01', measure: 'disk-encryption' }),
  rate('IND-05', 'Systems backed up and restorable', 'Systèmes sauvegardés et restaurables', 'backed_up * restored / 100', 92, { measure: 'backup' }),
  rate('IND-06', 'Strong authentication', 'Authentification forte', 'mfa', 95, { measure: 'mfa' }),
  rate('IND-07', 'Critical patches within 30 days', 'Correctifs critiques sous 30 jours', 'patch_in_time', 90, {
    manager: 'nadia',
    measure: 'plant-patch-window-gent',
  }),
  rate('IND-08', 'Resistance to phishing', 'Résistance à l’hameçonnage', '100 - phishing_clicks', 95, { measure: 'phishing-exercises' }),
  rate('IND-09', 'Staff trained', 'Personnel formé', 'trained', 90, { measure: 'awareness' }),
  rate('IND-10', 'Visibility of logs', 'Visibilité des journaux', 'log_sources', 85, { measure: 'central-logs' }),
  rate('IND-11', 'Leavers revoked in time', 'Départs révoqués à temps', 'leavers_in_time', 95, { measure: 'joiner-leaver' }),
  rate('IND-12', 'Access rights under control', 'Maîtrise des droits d’accès', 'AVERAGE(access_reviewed, leavers_in_time)', 90, { measure: 'access-review' }),
  rate('IND-13', 'Critical suppliers assessed', 'Fournisseurs critiques évalués', 'suppliers_assessed', 75, { measure: 'supplier-assessment' }),
  rate('IND-14', 'Alarms worth looking at', 'Alertes pertinentes', '100 * (events - false_alarms) / events', 70, { measure: 'soc' }),
  figure('IND-15', 'Accounts to clean up', 'Comptes à assainir', 'dormant + privileged'),
  figure('IND-16', 'Exposed surface', 'Surface exposée', 'exposed + obsolete'),
  figure('IND-17', 'Events handled', 'Événements traités', 'events'),
  figure('IND-18', 'Time to contain an incident', 'Délai de confinement d’un incident', 'time_to_contain', 'h'),
]
