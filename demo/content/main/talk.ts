import type { Remark } from '#demo/content/types.ts'

/** What people said to each other lately about what keeps them busy; `@{key}` calls somebody. */
export const talk: readonly Remark[] = [
  {
    about: ['exemption', 'usb'],
    by: 'claire',
    ago: 5,
    text: {
      en: '@{luc} which sticks are these, and who checks them before they go in?',
      fr: '@{luc} de quelles clés s’agit-il, et qui les contrôle avant de les brancher ?',
    },
  },
  {
    about: ['exemption', 'usb'],
    by: 'luc',
    ago: 4,
    text: {
      en: 'Four numbered sticks, kept by the shift leader. @{claire} they pass the decontamination station each time.',
      fr: 'Quatre clés numérotées, gardées par le chef d’équipe. @{claire} elles passent à chaque fois par la station de décontamination.',
    },
  },
  {
    about: ['exemption', 'aquilor-auth'],
    by: 'nadia',
    ago: 2,
    text: {
      en: '@{claire} the integrator confirms the switch-off for the end of June; the accounts that stay are twelve.',
      fr: '@{claire} l’intégrateur confirme l’arrêt pour fin juin ; il reste douze comptes.',
    },
  },
  {
    about: ['remediation', 'prove-restoration-directory-isolated-network'],
    by: 'nadia',
    ago: 3,
    text: {
      en: '@{julien} can the isolated network be ready before the holidays? The auditors ask for the date.',
      fr: '@{julien} le réseau isolé peut-il être prêt avant les congés ? Les auditeurs demandent la date.',
    },
  },
  {
    about: ['remediation', 'prove-restoration-directory-isolated-network'],
    by: 'julien',
    ago: 2,
    text: {
      en: '@{nadia} two switches are missing, they come on Thursday. The restoration itself takes a day.',
      fr: '@{nadia} il manque deux commutateurs, livrés jeudi. La restauration elle-même prend une journée.',
    },
  },
  {
    about: ['remediation', 'prove-restoration-directory-isolated-network'],
    by: 'claire',
    ago: 1,
    text: {
      en: 'Good. @{henrik} you may attend: the report will be the evidence. @{julien} please film the start.',
      fr: 'Très bien. @{henrik} vous pouvez y assister : le compte rendu servira de preuve. @{julien} pensez à filmer le démarrage.',
    },
  },
  {
    about: ['remediation', 'build-immutable-backup'],
    by: 'nadia',
    ago: 1,
    text: {
      en: '@{julien} the retention lock is set to 30 days on the second array. Shall I do the first one too?',
      fr: '@{julien} le verrou de rétention est réglé à 30 jours sur la deuxième baie. Je fais aussi la première ?',
    },
  },
  {
    about: ['remediation', 'upgrade-mfa'],
    by: 'claire',
    ago: 1,
    text: {
      en: 'HR has two keys left for newcomers, @{julien}; order more before Monday.',
      fr: 'Il reste deux clés pour les arrivants aux RH, @{julien} ; il en faut d’autres avant lundi.',
    },
  },
  {
    about: ['remediation', 'remove-permanent-link-press-supplier-katowice'],
    by: 'claire',
    ago: 3,
    text: {
      en: '@{tomas} Agnieszka could still reach the link on Tuesday. Is it the old one?',
      fr: '@{tomas} Agnieszka atteignait encore le lien mardi. Est-ce l’ancien ?',
    },
  },
  {
    about: ['remediation', 'remove-permanent-link-press-supplier-katowice'],
    by: 'tomas',
    ago: 2,
    text: {
      en: '@{agnieszka} yes, it is cut now; the supplier has signed the new access by request.',
      fr: '@{agnieszka} oui, il est coupé désormais ; le fournisseur a signé le nouvel accès à la demande.',
    },
  },
  {
    about: ['incident', 'ransomware'],
    by: 'claire',
    ago: 0,
    text: {
      en: '@{tomas} the notification for the 72 hours must leave tomorrow. @{henrik} and @{agnieszka}, for your information.',
      fr: '@{tomas} la notification des 72 heures doit partir demain. @{henrik} et @{agnieszka}, pour information.',
    },
  },
  {
    about: ['incident', 'ransomware'],
    by: 'tomas',
    ago: 0,
    text: {
      en: 'The draft is in the incident, @{claire}: number of people concerned still open. @{agnieszka} do you have the list of badges?',
      fr: 'Le projet est dans l’incident, @{claire} : reste le nombre de personnes concernées. @{agnieszka} avez-vous la liste des badges ?',
    },
  },
  {
    about: ['remediation', 'deploy-endpoint-detection-katowice'],
    by: 'claire',
    ago: 2,
    text: {
      en: '@{henrik} this is the deployment your last report asked for; half of the stations are done.',
      fr: '@{henrik} voici le déploiement demandé dans votre dernier rapport ; la moitié des postes est faite.',
    },
  },
  {
    about: ['remediation', 'write-flow-matrix-brno'],
    by: 'tomas',
    ago: 2,
    text: {
      en: '@{agnieszka} the matrix will name each flow’s owner, as you asked in October.',
      fr: '@{agnieszka} la matrice nommera le responsable de chaque flux, comme vous l’aviez demandé en octobre.',
    },
  },
]
