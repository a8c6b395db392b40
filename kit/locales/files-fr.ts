import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { file as english } from './files-en.ts'

/** Les mots des fichiers qui entrent et qui sortent. */
export const file = {
  by: '{name}, {date}',
  drop: 'Déposez ou collez des fichiers ici, ou',
  choose: 'choisissez-les',
  limit: '{count, plural, one {Un fichier, jusqu’à {size}} other {Jusqu’à {size} chacun, au plus # fichiers}}',
  remove: 'Retirer {name}',
  download: 'Télécharger {name}',
  uploading: 'Envoi de {name}',
  cancel: 'Annuler l’envoi de {name}',
  cancelled: 'Envoi de {name} annulé',
  waiting: '{name} attend son tour',
  comment: 'Commentaire sur {name}',
  comment_edit: 'Modifier le commentaire sur {name}',
  comment_save: 'Enregistrer le commentaire sur {name}',
  comment_cancel: 'Laisser le commentaire sur {name} tel qu’il était',
  dismiss: 'Masquer le message sur {name}',
  export_shown: 'Les colonnes affichées',
  export_whole: 'Tout, à modifier dans Excel puis à réimporter',
  export_all: 'Tout',
  export_soon: 'L’export sera disponible dans quelques secondes',
  export_ready: 'L’export est prêt',
  export_failed: 'L’export a échoué',
  import_template: 'Télécharger le modèle',
  import_check: 'Vérifier le fichier',
  import_run: 'Importer',
  import_others: '{count, plural, one {Importer la ligne correcte} other {Importer les # lignes correctes}}',
  import_title: 'Importer depuis Excel',
  import_status: { INIT: 'En attente', STARTED: 'En cours', COMPLETE: 'Terminé', ERROR: 'Erreur' },
  line: 'Ligne {n}',
} satisfies Catalogue<typeof english>
