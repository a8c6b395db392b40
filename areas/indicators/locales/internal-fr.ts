import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { internalEn } from './internal-en.ts'

export const internalFr = {
  title: 'Indicateurs produit',
  hint: 'Toute organisation peut les adopter depuis son catalogue ; ils se calculent à partir de ce que Vigie compte. Les valeurs restent dans chaque organisation : on ne voit ici que le nombre de celles qui s’en servent.',
  no_match: 'Aucun indicateur produit ne correspond',
  identifier: 'Identifiant',
  name: 'Nom',
  other_name: 'Nom en anglais',
  description: 'Signification',
  type: 'Type',
  formula: 'Formule',
  metrics: 'Métriques produit',
  periodicity: 'Périodicité',
  target: 'Cible',
  at_least: '{value, number} {unit}',
  customers: 'Adopté par',
  using_it: 'Utilisé par',
  indicators: 'Indicateurs',
} as const satisfies Catalogue<typeof internalEn>
