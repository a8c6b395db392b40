import type { Catalogue } from '#kit/contract/catalogue.ts'
import type * as english from './gaps-en.ts'

export const findings = {
  gone: 'N’est plus constaté dans {file}',
  back: 'De nouveau constaté dans {file}',
  not_there: 'Le fichier le donne pour résolu ; aucun écart n’y correspond',
  suppressed: 'Masqué là où il a été constaté ; rien ne change',
  kept: 'Reste clos, comme il a été décidé',
  severity_kept: 'La gravité changée à la main reste ; le fichier en dit une autre',
  elsewhere: 'Cette clé est celle d’un écart de ce registre que vous ne pouvez pas modifier',
} satisfies Catalogue<typeof english.findings>

export const register = {
  gaps: 'Écarts',
  open: 'Ouverts',
  late: 'En retard',
  import: 'Importer des constats',
  import_hint:
    'Excel, CSV, SARIF 2.1.0 ou OCSF. Chaque ligne porte une clé : une clé nouvelle crée un écart, une clé connue le met à jour. Les écarts que le fichier ne cite plus sont clos comme résolus, ceux qui reviennent sont rouverts ; ce qui a été rejeté ou accepté en l’état le reste. Rien n’est écrit avant que vous ayez vu ce qui changerait.',
  chapters: 'Chapitres',
  edit_chapters: 'Modifier les chapitres',
  all_chapters: 'Tous les chapitres',
  no_chapters: 'Aucun chapitre pour l’instant. Les chapitres regroupent les écarts comme le fait le rapport.',
  chapter_name: 'Nom du chapitre {n}',
  new_chapter: 'Nouveau chapitre',
  in_use: '{count, plural, one {# écart} other {# écarts}}',
  delete_chapter: 'Supprimer « {name} »',
  move_up: 'Monter « {name} »',
  move_down: 'Descendre « {name} »',
} satisfies Catalogue<typeof english.register>

export const closing = {
  how: 'Comment se termine-t-il ?',
  RESOLVED: 'Il est corrigé',
  IGNORED: 'Il est accepté en l’état : indiquez pourquoi, et quand le revoir',
  REJECTED: 'Ce n’est pas un écart',
} satisfies Catalogue<typeof english.closing>

export const gap = {
  add_action: 'Ajouter une action',
  action_text: 'Elle est liée à l’écart et en reprend le périmètre, la gravité et le responsable. Dès qu’elle est en cours, l’écart l’est aussi.',
  action_added: 'Action ajoutée',
  risks: 'Relier des risques',
  risks_text: 'Le lien est porté par le risque : l’écart y figure parmi ses objets liés.',
  risks_label: 'Risques que concerne cet écart',
  check: 'Vérifier l’efficacité',
  holds: 'Ce qui a été fait tient-il ?',
  checked: '{effect} : {name}, le {date}',
  found: 'Le constat dit {level}',
} satisfies Catalogue<typeof english.gap>

export const gap_finding = {
  one: 'Constat',
  many: 'Constats',
  fields: {
    external_key: 'Clé',
    name: 'Nom',
    description: 'Description',
    severity: 'Gravité',
    score: 'Note',
    nature: 'Nature',
    cause: 'Cause',
    chapter: 'Chapitre',
    target_date: 'Échéance',
    state: 'État du constat',
  },
  choices: {
    nature: { MAJOR: 'Non-conformité majeure', MINOR: 'Non-conformité mineure', OBSERVATION: 'Observation', IMPROVEMENT: 'Piste d’amélioration' },
    state: { FOUND: 'Constaté', SUPPRESSED: 'Masqué', GONE: 'Disparu' },
  },
} satisfies Catalogue<typeof english.gap_finding>
