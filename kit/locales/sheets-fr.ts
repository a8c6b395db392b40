import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { sheets as english } from './sheets-en.ts'

/** Les mots des exports vers Excel et des imports. */
export const sheets = {
  help: 'Aide',
  column: 'Colonne',
  need: 'Obligatoire',
  values: 'Valeurs',
  reference: 'Identifiant ou nom d’un objet existant',
  references: 'Identifiants ou noms, séparés par des points-virgules',
  day: 'Date, au format AAAA-MM-JJ ou JJ/MM/AAAA',
  unreadable: 'Ce fichier Excel est illisible',
  no_header: 'La première ligne doit contenir les noms des colonnes ; téléchargez le modèle',
  no_rows: 'Le fichier ne contient aucune ligne',
  too_many_rows: 'Au plus {max, number} lignes à la fois ; le fichier en contient {count, number}',
  unknown_column: 'Colonne inconnue : {name}',
  double_column: 'Cette colonne apparaît deux fois : {name}',
  missing_column: 'Colonne manquante : {name}',
  unknown_choice: '{name} : « {value} » ne fait pas partie de : {choices}',
  unknown_reference: '{name} : « {value} » n’existe pas ou n’est pas à votre portée',
  ambiguous_reference: '{name} : plusieurs objets s’appellent « {value} » ; utilisez l’identifiant',
  wrong_number: '{name} : « {value} » n’est pas un nombre',
  wrong_date: '{name} : « {value} » n’est pas une date',
  wrong_boolean: '{name} : « {value} » n’est ni oui ni non',
  field: '{name} : {message}',
  more_errors: '{count, plural, one {# autre erreur} other {# autres erreurs}}',
  failed: 'L’import a échoué et n’a rien modifié',
} satisfies Catalogue<typeof english>
