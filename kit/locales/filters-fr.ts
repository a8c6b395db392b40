import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { filters as englishFilters, period_choices as englishChoices, periods as englishPeriods, sections as englishSections } from './filters-en.ts'

/** Les mots des filtres : étiquettes, périodes, que faire quand il ne reste rien. */
export const filters = {
  in_force: 'Filtres en cours',
  shown: '{total, number} sur {all, number}',
  add: 'Filtre',
  add_label: 'Ajouter un filtre',
  find: 'Rechercher un champ',
  clear: 'Tout effacer',
  no: '{name} : non',
  fewer: 'Sans « {name} »',
  nothing: '{name} : aucun résultat avec {count, plural, one {ce filtre} other {ces # filtres}}',
  most: 'Retirer celui qui en masque le plus :',
  show: '{count, plural, =0 {Aucun résultat} one {Afficher le résultat} other {Afficher les # résultats}}',
  order: 'Ordre : {name}',
  order_title: 'Ordre de la liste',
  manual: 'Ordre manuel',
  default_order: 'Ordre par défaut',
  days: 'jours',
  period: 'Période',
  between: 'Entre deux dates',
  select_all: 'Sélectionner les {count, number} lignes',
  select_first: 'Sélectionner les {count, number} premières',
  selected_bound: 'Au plus {count, number} lignes sont sélectionnées à la fois',
  tools: 'Outils de la liste',
  more_tools: 'Plus d’outils',
  show_more: 'En afficher {count, number} de plus',
} satisfies Catalogue<typeof englishFilters>

export const periods = {
  past: 'avant aujourd’hui',
  today: 'aujourd’hui',
  this_week: 'cette semaine',
  this_month: 'ce mois-ci',
  this_quarter: 'ce trimestre',
  this_year: 'cette année',
  last_days: '{days, plural, one {aujourd’hui} other {ces # derniers jours}}',
  next_days: 'sous {days, plural, one {# jour} other {# jours}}',
  until_days: 'sous {days, plural, one {# jour} other {# jours}} ou déjà passée',
} satisfies Catalogue<typeof englishPeriods>

export const period_choices = {
  past: 'Avant aujourd’hui',
  today: 'Aujourd’hui',
  this_week: 'Cette semaine',
  this_month: 'Ce mois-ci',
  this_quarter: 'Ce trimestre',
  this_year: 'Cette année',
  last_days: 'Les derniers jours',
  next_days: 'Les prochains jours',
  until_days: 'Les prochains jours, ou déjà passée',
} satisfies Catalogue<typeof englishChoices>

export const sections = {
  late: 'En retard',
  soon: 'Sous 14 jours',
  later: 'Plus tard',
  undated: 'Sans date',
  closed: 'Closes',
} satisfies Catalogue<typeof englishSections>
