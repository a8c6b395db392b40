import type { Catalogue } from '#kit/contract/catalogue.ts'
import type * as english from './doing-en.ts'

export const weather = {
  months: 'Six mois',
  say: 'Mettre à jour la situation',
  save: 'Enregistrer',
  said: 'Enregistré',
  history: 'Tous les changements',
  title: 'Météo de « {name} »',
  day: 'Date',
  none: 'Aucune météo n’a encore été indiquée.',
  colon: ' :',
} satisfies Catalogue<typeof english.weather>

export const tests = {
  add: 'Ajouter un test',
  none: 'Aucun test de sécurité pour l’instant.',
  none_text: 'Tests avant la décision, chacun avec le résultat, la preuve et les écarts ouverts.',
  to_do: 'À faire',
  done: 'fait le {date}',
  planned: 'prévu le {date}',
  open_gap: 'Ouvrir un écart',
  gap_text: '« {name} » devient un écart sur le périmètre du projet, avec le commentaire du test.',
  register: 'Registre',
  remove: 'Retirer ce test ?',
  edit: 'Modifier « {name} »',
} satisfies Catalogue<typeof english.tests>
