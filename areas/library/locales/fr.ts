import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'

export const fr = {
  pages: { import: 'Importer un référentiel', import_reports: 'Rapports d’import', libraries: 'Bibliothèques' },
  entities: {
    library: {
      one: 'Bibliothèque', many: 'Bibliothèques', new: 'Importer une bibliothèque', sections: {},
      fields: {
        identifier: 'Identifiant', name: 'Nom', description: 'Description', urn: 'URN', locale: 'Langue', format: 'Format', edition: 'Édition', version_label: 'Version', provider: 'Éditeur',
        packager: 'Préparée par', copyright: 'Droits', annotation: 'Note', publication_date: 'Publiée le', counts: 'Contenu', sha256: 'SHA-256', translations: 'Autres langues',
      },
      choices: { format: { library: 'Bibliothèque', oscal: 'OSCAL' } },
    },
    import_report: {
      one: 'Rapport d’import', many: 'Rapports d’import', new: 'Importer', sections: {},
      fields: {
        file_name: 'Fichier', kind: 'Contenu', kind_name: 'Contenu', status: 'Statut', dry_run: 'Vérification seule', started_at: 'Lancé le', started_by: 'Par', progress: 'Avancement', counts: 'Décompte', lines: 'Messages', result: 'Résultat',
      },
      choices: { status: { INIT: 'En attente', STARTED: 'En cours', COMPLETE: 'Terminé', ERROR: 'Échec' } },
    },
  },
  outcome: {
    created: 'La bibliothèque est nouvelle ; version {version}',
    upgraded: 'La version {version} remplace la version {known} ; chaque périmètre l’adopte quand il le décide',
    unchanged: 'La version {version} est déjà là : rien n’a changé',
    other_bytes: 'La version {version} est déjà là avec un autre contenu : rien n’a changé. Son éditeur aurait dû augmenter le numéro de version',
    older: 'La version {version} est antérieure à la version {known}, déjà présente : rien n’a été importé',
    quota: 'Quota atteint : impossible de créer ou d’associer des politiques, contactez-nous pour l’augmenter',
    unexpected: 'L’import a échoué pour une raison étrangère au fichier ; rien n’a été importé. Réessayez plus tard',
  },
  kinds: { policy_structure: 'Groupes et exigences' },
  levels: { error: 'Erreur', warning: 'Avertissement', info: 'Information' },
  import: {
    formats: 'Une bibliothèque de référentiels (YAML ou JSON) ou un catalogue OSCAL, jusqu’à 20 Mo',
    run: 'Importer',
    other: 'Choisir un autre fichier',
    see_policies: 'Voir les politiques',
  },
  result: {
    created: 'Nouvelle politique',
    new_version: 'Nouvelle version',
    open: 'Ouvrir',
    added: '{count, plural, =0 {Aucun ajout} one {# ajout} other {# ajouts}}',
    changed: '{count, plural, =0 {Aucune modification} one {# modification} other {# modifications}}',
    removed: '{count, plural, =0 {Aucune suppression} one {# suppression} other {# suppressions}}',
    more: '{count, plural, one {… et # autre} other {… et # autres}}',
  },
  counts: {
    policies: '{count, plural, one {# politique} other {# politiques}}',
    groups: '{count, plural, one {# groupe} other {# groupes}}',
    requirements: '{count, plural, one {# exigence} other {# exigences}}',
    solutions: '{count, plural, one {# modèle de mesure} other {# modèles de mesure}}',
    threats: '{count, plural, one {# menace} other {# menaces}}',
    risk_matrices: '{count, plural, one {# matrice de risque} other {# matrices de risque}}',
    questions: '{count, plural, one {# question} other {# questions}}',
    choices: '{count, plural, one {# choix} other {# choix}}',
    mapping_pairs: '{count, plural, one {# paire de correspondance} other {# paires de correspondance}}',
  },
  fault: {
    too_big: 'Le fichier dépasse {max, number} Mo',
    empty_file: 'Le fichier est vide',
    not_utf8: 'Le fichier n’est pas un texte UTF-8',
    forbidden_character: 'Le texte contient un caractère impossible à enregistrer (NUL ou caractère tronqué)',
    forbidden_key: 'La clé « {key} » n’est pas autorisée',
    unsupported_format: 'Ce fichier est de type {found} ; les bibliothèques sont des fichiers YAML ou JSON',
    too_many_values: 'Le fichier contient plus de {max, number} valeurs, alias répétés compris',
    too_many_lines: 'Le fichier compte plus de {max, number} lignes',
    too_deep: 'Le fichier compte plus de {max, number} niveaux d’imbrication',
    too_slow: 'Le fichier n’a pas pu être lu en {seconds, number} secondes',
    too_much_memory: 'La lecture du fichier demande plus de {max, number} Mo de mémoire',
    yaml_syntax: 'Ce n’est pas du YAML valide : {detail}',
    yaml_indent: 'L’indentation est incorrecte : {detail}',
    yaml_tag: 'Le fichier utilise une étiquette YAML non prise en charge : {detail}',
    yaml_alias: 'L’alias « {alias} » n’a pas d’ancre qui le précède, ou se trouve dans sa propre ancre',
    yaml_key: 'Une clé doit être un texte simple',
    yaml_documents: 'Le fichier doit contenir un seul document YAML',
    duplicate_key: 'La clé « {key} » apparaît deux fois au même endroit',
    json_syntax: 'Ce n’est pas du JSON valide : {detail}',
    not_a_library: 'Ce fichier n’est ni une bibliothèque ni un catalogue OSCAL. Contenu trouvé à la racine : {found}',
    not_a_catalog: 'Seuls les catalogues OSCAL peuvent être importés. Contenu trouvé : {found}',
    missing_field: '« {field} » est absent ou vide ({object})',
    wrong_type:
      '« {field} » doit être {expected, select, text {un texte} texts {une liste de textes} number {un nombre} integer {un nombre entier} boolean {true ou false} list {une liste} mapping {un objet avec des clés} date {une date} other {d’un autre type}}, trouvé : {found} ({object})',
    out_of_range: '« {field} » doit être compris entre {min} et {max}, trouvé : {found} ({object})',
    not_allowed: '« {field} » vaut « {found} » ; les valeurs possibles sont : {allowed} ({object})',
    bad_urn: '« {found} » dans « {field} » n’est pas un identifiant valide ({object})',
    duplicate_urn: '{urn} est défini deux fois',
    duplicate_group: 'Le groupe de mise en œuvre « {group} » est défini deux fois ({object})',
    unknown_parent: '{object} désigne un parent absent du référentiel : {parent}',
    parent_cycle: '{object} est son propre ancêtre',
    score_range: 'Le score minimal ({min}) doit être positif ou nul et inférieur au score maximal ({max}) ({object})',
    matrix_ids: 'Les identifiants de « {field} » doivent aller de 0 à {max}, chacun une fois ({object})',
    matrix_rows:
      'La grille doit avoir {rows, plural, one {# ligne} other {# lignes}}, une par vraisemblance, trouvé : {found} ({object})',
    matrix_columns:
      'La ligne {row} de la grille doit avoir {columns, plural, one {# colonne} other {# colonnes}}, une par gravité, trouvé : {found} ({object})',
    matrix_cell:
      'La case ligne {row}, colonne {column} de la grille doit être un risque de 0 à {max}, trouvé : {found} ({object})',
    parameter_too_long: 'Une fois rempli, le paramètre « {id} » dépasse {max, number} caractères ({object})',
  },
  fault_at_line: 'Ligne {line} : {reason}',
  warning: {
    unresolved:
      '{kind, select, library {La bibliothèque} framework {Le référentiel} requirement {L’exigence} reference_control {Le modèle de mesure} threat {La menace} other {L’objet}} {urn} n’est pas encore connu dans Vigie (cité {count, plural, one {# fois} other {# fois}}) ; le lien se fera à son import',
    unusual_urn:
      'L’identifiant « {urn} » a une forme inhabituelle (espaces, partie vide ou caractères inhabituels) ; conservé tel quel',
    list_for_text:
      'Une liste se trouve là où « {field} » attend un texte ; ses éléments sont conservés ligne par ligne ({count, plural, one {# objet} other {# objets}})',
    unusual_number:
      '« {field} » sort de sa plage habituelle de {min} à {max} ; conservé tel quel ({count, plural, one {# fois} other {# fois}})',
    undeclared_group:
      'Le groupe « {group} » est utilisé {count, plural, one {# fois} other {# fois}} mais {framework} ne le déclare pas',
    unknown_field:
      'Le champ « {field} » n’est pas connu ; il est conservé tel quel ({count, plural, one {# objet} other {# objets}})',
    unknown_word:
      '« {word} » n’est pas une valeur connue de « {field} » ; laissé vide ({count, plural, one {# objet} other {# objets}})',
    unknown_dependency: 'Une question dépend de {urn}, absent du référentiel',
    question_without_choice: 'La question {urn} ne propose aucun choix',
    framework_without_node: 'Le référentiel {framework} ne contient aucune exigence',
    depth_differs:
      '{count, plural, one {# exigence déclare} other {# exigences déclarent}} une profondeur qui ne correspond pas à la hiérarchie ; c’est la hiérarchie qui compte',
    scores_not_covered: 'L’échelle « {name} » ne nomme pas tous les scores des exigences qui l’utilisent ({framework})',
    pair_twice:
      'La correspondance {set} relie plusieurs fois les deux mêmes exigences ({count, plural, one {# fois} other {# fois}})',
    kept_unused: '« {kind} » est conservé tel quel ; Vigie ne l’utilise pas',
    locale_missing: 'La bibliothèque n’indique pas sa langue ; l’anglais est supposé',
    date_unread: 'La date de publication « {found} » est illisible ; laissée vide',
    oscal_version: 'Le catalogue est écrit pour OSCAL {found} ; il a été lu comme OSCAL 1',
    parameter_unknown: 'Le paramètre « {id} » n’est pas défini par le catalogue ; son nom est affiché à la place',
    link_unknown:
      '{count, plural, one {# lien mène} other {# liens mènent}} à un élément absent du catalogue ; ils sont conservés tels quels',
    more: '{count, plural, one {# autre avertissement non affiché} other {# autres avertissements non affichés}}',
  },
} as const satisfies Catalogue<typeof en>
