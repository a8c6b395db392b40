import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { report as english } from './report-en.ts'

/** Les mots des rapports, à l’écran et sur papier. */
export const report = {
  answer: {
    was: '{value} avant ({moved})',
    target: 'cible {value}',
    nothing: 'Rien à afficher',
    more: '{count, plural, one {# autre groupe figure dans le fichier Excel} other {# autres groupes figurent dans le fichier Excel}}',
    group: 'Groupe',
    value: 'Valeur',
    day: 'Jour',
    level: 'Niveau',
    shown_of: '{shown, number} lignes sur {total, number}',
    in_all: '{total, plural, one {# au total} other {# au total}}',
    above: '{total, number} au total, dont {above, number} au-dessus de l’appétence',
  },
  soon: 'Le rapport sera prêt dans quelques secondes',
  stage: { waiting: 'Le rapport attend son tour', reading: 'Le rapport réunit ses données', drawing: 'Le rapport est mis en page' },
  ready: 'Le rapport est prêt',
  failed: 'Le rapport n’a pas pu être produit',
  format: { pdf: 'PDF', docx: 'Word', xlsx: 'Excel' },
  export: 'Exporter',
  as_it_stood: 'Tel qu’à la fin du {day}',
  /** In the name of a file. */
  file_as_of: 'au {day}',
  contents: 'Sommaire',
  page: 'Page {page} sur {pages}',
  cut: 'Ce rapport ne montre que ses premières lignes. Filtrez son contenu pour voir les autres.',
  confidential: 'Confidentiel – réservé à {organisation}',
} satisfies Catalogue<typeof english>
