import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { addEn, leaveReportEn, managementEn, reportEntitiesEn, reportMailEn, reportPeriodsEn, reportsEn } from './reports-en.ts'

export const reportPeriodsFr: Catalogue<typeof reportPeriodsEn> = {
  THIS_MONTH: 'Ce mois-ci',
  LAST_MONTH: 'Le mois dernier',
  THIS_QUARTER: 'Ce trimestre',
  LAST_QUARTER: 'Le trimestre dernier',
  THIS_SEMESTER: 'Ce semestre',
  LAST_SEMESTER: 'Le semestre dernier',
  THIS_YEAR: 'Cette année',
  LAST_YEAR: 'L’année dernière',
}

/** Les mots des rapports sur une période. */
export const reportsFr: Catalogue<typeof reportsEn> = {
  names: {
    SCORE: 'Score',
    ACTIONS: 'Actions',
    RISKS: 'Risques',
    GAPS: 'Écarts',
    INCIDENTS: 'Incidents',
    EVALUATIONS: 'Évaluations',
    SUPPLIERS: 'Prestataires',
    APPLICABILITY: 'Déclaration d’applicabilité',
    EXEMPTIONS: 'Dérogations',
    MANAGEMENT_REVIEW: 'Revue de direction',
  },
  periods: { ...reportPeriodsFr, OWN: 'Dates libres' },
  report: 'Rapport',
  period: 'Période',
  from: 'Premier jour',
  to: 'Dernier jour',
  perimeter: 'Périmètre',
  whole: 'Tous mes périmètres',
  from_to: '{from} – {to}',
  of: '{from} – {to}, comparé au {from_before} – {to_before}',
  compared_with: 'Comparé au {from} – {to}. Les stocks sont ceux du dernier jour de chaque période.',
  figures: 'Chiffres clés',
  columns: { figure: 'Chiffre', value: 'Valeur', before: 'Période précédente', target: 'Cible' },
  nothing: 'Rien à rapporter',
  nothing_text: 'Aucun chiffre de ce rapport n’est à votre portée.',
  schedule: 'Programmer',
  to_write: 'À rédiger quand la revue se tient',
}

/** Les mots des messages qui apportent les rapports. */
export const reportMailFr: Catalogue<typeof reportMailEn> = {
  subject: '{name}, {from} – {to}',
  intro: 'Voici les chiffres clés du rapport « {report} » de {customer}, du {from} au {to}. Ce sont ceux de vos propres périmètres : {place}.',
  section: '{title}',
  figure: '{title} : {value}',
  figure_moved: '{title} : {value} ({moved}, contre {before})',
  open: 'Ouvrir le rapport',
  attached: 'Le rapport entier est joint en PDF.',
  not_attached: 'Le rapport n’a pas pu être joint : ouvrez-le dans Vigie.',
  closing: 'Vous recevez ce rapport parce que vous êtes destinataire de « {name} ».',
  leave: 'Ne plus m’envoyer ce rapport',
  refused_subject: '{member} ne reçoit plus « {name} »',
  refused:
    '{member} n’a pas reçu le rapport « {name} » : cette personne n’a plus le droit de le lire, ou aucun message ne peut lui parvenir. Rien ne lui est envoyé tant qu’elle ne peut pas le lire. Vous pouvez modifier les destinataires.',
  open_schedule: 'Ouvrir l’envoi programmé',
}

/** Les mots de la page par laquelle un destinataire se retire. */
export const leaveReportFr: Catalogue<typeof leaveReportEn> = {
  title: 'Envoi programmé',
  text: 'Ce rapport ne vous sera plus envoyé. Vous pourrez toujours l’ouvrir dans Vigie, dans la limite de vos droits.',
  leave: 'Ne plus m’envoyer ce rapport',
  left: 'Ce rapport ne vous est plus envoyé.',
  invalid_text: 'Ouvrez un message plus récent, ou adressez-vous à la personne qui a programmé l’envoi.',
  open: 'Ouvrir les rapports',
}

/** Les mots de la page d’une revue de direction. */
export const managementFr: Catalogue<typeof managementEn> = {
  hold: 'Préparer une revue',
  held: 'Tenue le {day}',
  chaired: 'Présidée par {name}',
  with: 'Participants : {names}',
  not_written: 'Rien n’a été rédigé',
  write: 'Rédiger',
  edit: 'Modifier',
  text_of: 'Texte de « {name} »',
  save: 'Enregistrer',
  cancel: 'Annuler',
  results: 'Résultats de la revue',
  details: 'Détails',
  close: 'Clore la revue',
  close_question: 'Clore cette revue ?',
  close_text: 'Ses chiffres sont conservés tels qu’ils sont maintenant, et plus personne ne pourra modifier ce qui a été rédigé.',
  frozen: 'Chiffres du {at}',
  live: 'Chiffres actuels, jusqu’à la clôture de la revue',
  of: '{from} – {to}',
  all_places: 'Toute l’organisation',
  no_actions: 'Aucune action décidée pour l’instant',
}

export const reportEntitiesFr: Catalogue<typeof reportEntitiesEn> = {
  report_schedule: {
    one: 'Envoi programmé',
    many: 'Envois programmés',
    new: 'Nouvel envoi programmé',
    none: 'Aucun envoi programmé',
    none_text:
      'Un envoi programmé adresse un rapport par e-mail au début de chaque semaine, mois ou trimestre, avec les chiffres des périmètres de chaque destinataire.',
    fields: {
      identifier: 'Identifiant',
      name: 'Nom',
      report: 'Rapport',
      period: 'Période',
      perimeter: 'Périmètre',
      every: 'Envoi',
      recipients: 'Destinataires',
      owner: 'Responsable',
      attached: 'Rapport joint en PDF',
      archived: 'Suspendu',
      next_on: 'Prochain envoi',
      sent_on: 'Dernier envoi',
      refused: 'Non envoyé à',
    },
    choices: {
      report: reportsFr.names,
      period: reportPeriodsFr,
      every: { WEEK: 'Chaque lundi', MONTH: 'Le premier de chaque mois', QUARTER: 'Le premier jour de chaque trimestre' },
    },
    sections: { general: 'Général', sending: 'Envoi' },
    linked: {
      owner: 'Envois programmés dont cette personne est responsable',
      recipients: 'Envois programmés adressés à cette personne',
      perimeter: 'Envois programmés de ce périmètre',
    },
  },
  management_review: {
    one: 'Revue de direction',
    many: 'Revues de direction',
    new: 'Nouvelle revue de direction',
    none: 'Aucune revue de direction',
    none_text:
      'Une revue de direction réunit les chiffres d’une période, ce que la direction en dit et ce qu’elle décide, et reste telle quelle une fois close.',
    fields: {
      identifier: 'Identifiant',
      name: 'Nom',
      perimeter: 'Périmètre',
      period_from: 'Premier jour',
      period_to: 'Dernier jour',
      held_on: 'Tenue le',
      chair: 'Président de séance',
      participants: 'Participants',
      earlier_actions: 'Actions décidées précédemment',
      context: 'Évolutions du contexte',
      needs: 'Besoins des parties intéressées',
      nonconformities: 'Non-conformités et actions correctives',
      measurement: 'Surveillance et mesure',
      audits: 'Audits et évaluations',
      objectives: 'Objectifs',
      feedback: 'Retours des parties intéressées',
      risks: 'Risques et leur traitement',
      improvement: 'Pistes d’amélioration',
      decided_improvements: 'Améliorations décidées',
      decided_changes: 'Changements décidés du système de management',
      actions: 'Actions décidées',
      status: 'Statut',
      closed_at: 'Close le',
      closed_by: 'Close par',
    },
    choices: { status: { DRAFT: 'En préparation', CLOSED: 'Close' } },
    sections: { general: 'Général', inputs: 'Éléments examinés', results: 'Résultats' },
    linked: {
      perimeter: 'Revues de direction de ce périmètre',
      chair: 'Revues de direction présidées par cette personne',
      participants: 'Revues de direction auxquelles cette personne a participé',
      actions: 'Revues de direction qui ont décidé cette action',
    },
  },
}

/** Words of putting what a page shows in a dashboard. */
export const addFr: Catalogue<typeof addEn> = {
  title: 'Ajouter à un tableau de bord',
  to: 'Tableau de bord',
  another: 'Nouveau tableau de bord',
  name: 'Nom du nouveau tableau de bord',
  confirm: 'Ajouter',
  done: '{count, plural, one {# bloc a été ajouté au brouillon} other {# blocs ont été ajoutés au brouillon}}',
  open: 'Ouvrir le brouillon',
  help: 'Les blocs se placent dans le brouillon, sous tout ce qui s’y trouve ; les autres les voient une fois celui-ci publié. Chaque lecteur n’y voit que ce qu’il a le droit de voir.',
  block: 'Ajouter « {name} » à un tableau de bord',
}
