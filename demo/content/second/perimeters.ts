import type { Grouping, Perimeter } from '#demo/content/types.ts'

/** Parents before their children. */
export const perimeters: readonly Perimeter[] = [
  {
    key: 'company',
    identifier: 'COMPANY',
    name: { en: 'Solvéane Care', fr: 'Solvéane Soins' },
    description: {
      en: 'Publisher of round planning software for home nursing, 48 people.',
      fr: 'Éditeur d’un logiciel de tournées pour les soins infirmiers à domicile, 48 personnes.',
    },
    type: 'INTERNAL',
    parent: null,
    weight: 100,
  },
  {
    key: 'product',
    identifier: 'PRODUCT',
    name: { en: 'Product and hosting team', fr: 'Équipe produit et hébergement' },
    description: { en: 'Designs, builds and runs the service.', fr: 'Conçoit, développe et exploite le service.' },
    type: 'INTERNAL',
    parent: 'company',
    weight: 100,
  },
  {
    key: 'app',
    identifier: 'APP',
    name: { en: 'Care rounds service', fr: 'Service de tournées' },
    description: { en: 'Used every day by nine thousand caregivers.', fr: 'Utilisé chaque jour par neuf mille soignants.' },
    type: 'APPLICATION',
    parent: 'product',
    weight: 100,
  },
  {
    key: 'host',
    identifier: 'HOST',
    name: { en: 'Ostréa Data, health data host', fr: 'Ostréa Data, hébergeur de données de santé' },
    description: { en: 'Two certified data centres near Rennes.', fr: 'Deux centres de données certifiés près de Rennes.' },
    type: 'PROVIDER',
    parent: 'product',
    weight: 100,
  },
  {
    key: 'support',
    identifier: 'SUPPORT',
    name: { en: 'Support centre, Rennes', fr: 'Centre de support, Rennes' },
    description: {
      en: 'Twelve agents who answer caregivers from six in the morning.',
      fr: 'Douze agents qui répondent aux soignants dès six heures du matin.',
    },
    type: 'INTERNAL',
    parent: 'company',
    weight: 60,
  },
]

export const groupings: readonly Grouping[] = [
  {
    key: 'health-data',
    name: { en: 'Health data', fr: 'Données de santé' },
    color: '#0f766e',
    perimeters: ['product', 'app', 'host'],
  },
]
