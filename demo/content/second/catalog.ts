import type { Category, Label } from '#demo/content/types.ts'

export const categories: readonly Category[] = [
  { key: 'governance', name: { en: 'Governance', fr: 'Gouvernance' } },
  { key: 'data', name: { en: 'Health data', fr: 'Données de santé' } },
  { key: 'access', name: { en: 'Access', fr: 'Accès' } },
  { key: 'development', name: { en: 'Development', fr: 'Développement' } },
  { key: 'continuity', name: { en: 'Continuity', fr: 'Continuité' } },
]

export const labels: readonly Label[] = [
  { key: 'customer', name: { en: 'Customer commitment', fr: 'Engagement client' }, color: '#0e7490' },
  { key: 'quick-win', name: { en: 'Quick win', fr: 'Gain rapide' }, color: '#15803d' },
]
