import type { Catalogue } from '#kit/contract/catalogue.ts'
import type * as english from './gaps-en.ts'

export const findings = {
  gone: 'N’est plus constaté dans {file}',
  back: 'De nouveau constaté dans {file}',
  not_there: 'Le fichier le donne pour résolu ; aucun écart n’y correspond',
  suppressed: 'Masqué là où il a été constaté ; rien ne change',
  passed: 'Le contrôle est réussi ; ce n’est pas un écart',
  manual: 'À vérifier à la main ; ce n’est pas un écart tant que personne n’a regardé',
  not_applicable: 'Sans objet ; ce n’est pas un écart',
  informational: 'Pour information ; ce n’est pas un écart',
  left_out: {
    suppressed: '{count, plural, one {# résultat masqué dans l’outil, laissé tel quel} other {# résultats masqués dans l’outil, laissés tels quels}}',
    passed: '{count, plural, one {# résultat réussi, écarté} other {# résultats réussis, écartés}}',
    manual:
      '{count, plural, one {# résultat à vérifier à la main ; ce n’est pas un écart} other {# résultats à vérifier à la main ; ce ne sont pas des écarts}}',
    not_applicable: '{count, plural, one {# résultat sans objet, écarté} other {# résultats sans objet, écartés}}',
    informational: '{count, plural, one {# résultat pour information, écarté} other {# résultats pour information, écartés}}',
    not_there:
      '{count, plural, one {# résultat donné pour résolu ne correspond à aucun écart} other {# résultats donnés pour résolus ne correspondent à aucun écart}}',
  },
  merged:
    '{count, plural, one {# résultat réuni à un autre} other {# résultats réunis à d’autres}} ; le fichier, l’emplacement, la règle et le message sont les mêmes',
  earlier_events:
    '{count, plural, one {# événement antérieur sur un même constat, écarté} other {# événements antérieurs sur les mêmes constats, écartés}} ; le dernier compte',
  other_events: '{count, plural, one {# événement qui n’est pas un constat, écarté} other {# événements qui ne sont pas des constats, écartés}}',
  no_runs: 'Le fichier ne contient aucune exécution ; aucune analyse n’a donc eu lieu et rien n’est clos',
  no_results: '{tool} : l’exécution n’a pas de liste de résultats et ne clôt donc rien',
  failed_run: '{tool} : l’exécution a échoué et ne clôt donc rien',
  failed_run_because: '{tool} : l’exécution a échoué et ne clôt donc rien. L’outil indique : {words}',
  empty_list: 'Le fichier ne contient aucun constat et n’indique pas qu’une analyse a eu lieu ; rien n’est donc clos',
  filtered: 'Le fichier ne contient que des constats nouveaux ou modifiés ; il est pris comme une partie, sauf si vous indiquez le contraire',
  part: 'Importé comme une partie ; {count, plural, one {# écart ouvert que le fichier ne cite pas reste ouvert} other {# écarts ouverts que le fichier ne cite pas restent ouverts}}',
  wrong_stay:
    'À cause des lignes en erreur, {count, plural, one {# écart ouvert que le fichier ne cite pas reste ouvert} other {# écarts ouverts que le fichier ne cite pas restent ouverts}}',
  others_stay:
    '{count, plural, one {# écart ouvert n’est pas cité et reste ouvert ; il vient} other {# écarts ouverts ne sont pas cités et restent ouverts ; ils viennent}} d’un autre outil, d’une autre cible ou d’une exécution qui ne dit pas tout',
  most: 'Ce fichier clôt {count, number} des {of, number} écarts ouverts du registre',
  kept: 'Reste clos, comme il a été décidé',
  severity_kept: 'La gravité modifiée à la main est conservée ; celle du fichier diffère',
  elsewhere: 'Cette clé est celle d’un écart de ce registre que vous ne pouvez pas modifier',
} satisfies Catalogue<typeof english.findings>

export const register = {
  gaps: 'Écarts',
  open: 'Ouverts',
  late: 'En retard',
  import: 'Importer des constats',
  import_hint:
    'Excel, CSV, SARIF 2.1.0 ou OCSF. Chaque ligne porte une clé : une clé nouvelle crée un écart, une clé connue le met à jour. Les écarts ouverts que le même outil ne cite plus sont clos comme résolus, sauf si vous indiquez que le fichier n’est qu’une partie de ce qui a été constaté ; ceux qui reviennent sont rouverts ; ce qui a été rejeté ou accepté en l’état le reste. Rien n’est écrit avant que vous ayez vu ce qui changerait.',
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
  action_name: 'Action à mener',
  action_plan: 'Plan d’action',
  action_text: 'Elle est liée à l’écart et en reprend le périmètre, la gravité et le responsable. Dès qu’elle est en cours, l’écart l’est aussi.',
  action_added: 'Action ajoutée',
  report: 'Signaler un écart',
  report_do: 'Signaler',
  report_what: 'Qu’est-ce qui n’est pas conforme ?',
  report_text: 'La personne qui gère les écarts de ce périmètre le confirme ou l’écarte ; vous le retrouvez dans cette liste.',
  risks: 'Relier des risques',
  risks_text: 'Le lien est porté par le risque : l’écart y figure parmi ses objets liés.',
  risks_label: 'Risques que concerne cet écart',
  check: 'Vérifier l’efficacité',
  holds: 'La correction tient-elle ?',
  checked: '{effect} : {name}, le {date}',
  found: 'Gravité du constat : {level}',
} satisfies Catalogue<typeof english.gap>

export const gap_finding = {
  one: 'Constat',
  many: 'Constats',
  fields: {
    external_key: 'Clé',
    account: 'Compte',
    region: 'Région',
    package: 'Paquet',
    file: 'Fichier',
    found_by: 'Constaté par',
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
    state: {
      FOUND: 'Constaté',
      SUPPRESSED: 'Masqué',
      GONE: 'Disparu',
      PASSED: 'Réussi',
      MANUAL: 'À vérifier',
      NOT_APPLICABLE: 'Sans objet',
      INFORMATIONAL: 'Pour information',
    },
  },
} satisfies Catalogue<typeof english.gap_finding>
