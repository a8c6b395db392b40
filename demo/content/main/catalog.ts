import type { Category, Label } from '#demo/content/types.ts'

export const categories: readonly Category[] = [
  { key: 'governance', name: { en: 'Governance and compliance', fr: 'Gouvernance et conformité' } },
  { key: 'people', name: { en: 'People and awareness', fr: 'Personnel et sensibilisation' } },
  { key: 'identity', name: { en: 'Identities and access', fr: 'Identités et accès' } },
  { key: 'systems', name: { en: 'Systems and vulnerabilities', fr: 'Systèmes et vulnérabilités' } },
  { key: 'network', name: { en: 'Networks and remote access', fr: 'Réseaux et accès distants' } },
  { key: 'data', name: { en: 'Data and privacy', fr: 'Données et vie privée' } },
  { key: 'applications', name: { en: 'Applications and changes', fr: 'Applications et changements' } },
  { key: 'detection', name: { en: 'Detection and response', fr: 'Détection et réponse' } },
  { key: 'continuity', name: { en: 'Back-up and continuity', fr: 'Sauvegarde et continuité' } },
  { key: 'suppliers', name: { en: 'Suppliers and cloud', fr: 'Fournisseurs et nuage' } },
  { key: 'physical', name: { en: 'Buildings and equipment', fr: 'Bâtiments et équipements' } },
  { key: 'industrial', name: { en: 'Industrial systems', fr: 'Systèmes industriels' } },
]

export const labels: readonly Label[] = [
  { key: 'internal-audit', name: { en: 'Internal audit', fr: 'Audit interne' }, color: '#b91c1c' },
  { key: 'penetration-test', name: { en: 'Penetration test', fr: 'Pentest' }, color: '#c2410c' },
  { key: 'nis2', name: { en: 'NIS 2', fr: 'NIS 2' }, color: '#1d4ed8' },
  { key: 'quick-win', name: { en: 'Quick win', fr: 'Gain rapide' }, color: '#15803d' },
  { key: 'insurance', name: { en: 'Insurance condition', fr: 'Exigence des assureurs' }, color: '#7c3aed' },
  { key: 'customer', name: { en: 'Customer commitment', fr: 'Engagement client' }, color: '#0e7490' },
  { key: 'ransomware', name: { en: 'Ransomware', fr: 'Rançongiciel' }, color: '#be123c' },
  { key: 'plant', name: { en: 'Industrial site', fr: 'Site industriel' }, color: '#a16207' },
  { key: 'board', name: { en: 'Board decision', fr: 'Décision de la direction' }, color: '#334155' },
  { key: 'personal-data', name: { en: 'Personal data', fr: 'Données personnelles' }, color: '#6d28d9' },
]
