export const checkWords = {
  mend: {
    remediation: {
      UNPROVEN: 'Joindre une preuve',
      LATE_SILENT: 'Demander le motif',
      NOT_STARTED: 'Mettre en cours',
      POSTPONED: 'Revoir l’échéance',
      UNASSIGNED: 'Désigner',
      OPEN_TASKS: 'Solder les tâches',
      LONG_STANDBY: 'Reprendre ou annuler',
    },
    measure: {
      NO_OWNER: 'Désigner',
      UNPROVEN: 'Apporter une preuve',
      LOW_NO_ACTION: 'Planifier une amélioration',
      PLANNED_NO_ACTION: 'Planifier une action',
      OFFER_WAITING: 'Accepter ou refuser',
      SAME_AS_ANOTHER: 'Comparer',
    },
    control: {
      NO_MEASURE: 'Choisir un modèle',
    },
    policy: {
      NOT_PUBLISHED: 'Publier',
      NOT_APPLIED: 'Appliquer',
      OUTDATED: 'Adopter la version',
    },
    exemption: {
      EXPIRED: 'Clore ou renouveler',
      RENEWED_TWICE: 'Planifier l’action',
      WAITING: 'Décider',
      UNRELIEVED: 'Planifier l’action',
    },
    evidence: {
      EXPIRED_IN_USE: 'Déposer une révision',
      UNUSED: 'Rattacher',
      NO_OWNER: 'Désigner',
    },
    member: {
      GONE_HOLDING: 'Réattribuer',
      EXTERNAL_OVER: 'Fermer l’accès',
      ADMIN_NOT_STRONG: 'Demander un second facteur',
      NEVER_CAME: 'Relancer ou retirer',
    },
    perimeter: {
      NO_MANAGER: 'Nommer un pilote',
      NO_POLICY: 'Appliquer une politique',
    },
    incident: {
      CLOCK_LATE: 'Notifier',
      UNASSIGNED: 'Désigner',
      NO_LESSONS: 'Rédiger le retour',
      STALLED: 'Avancer ou clore',
    },
    gap: {
      NO_ACTION: 'Créer une action',
      CLOSED_NO_ACTION: 'Rattacher l’action',
      REVIEW_OVER: 'Réexaminer',
      SEVERE_UNASSIGNED: 'Désigner',
      EFFECT_UNCHECKED: 'Contrôler l’effet',
    },
    risk: {
      ABOVE_UNANSWERED: 'Créer une action',
      STALE: 'Redemander l’approbation',
      REVIEW_OVER: 'Réexaminer',
      UNASSIGNED: 'Désigner',
    },
    review: {
      WAITING: 'Clore',
    },
  },
  why: {
    remediation: {
      UNPROVEN: 'Terminée dans les 92 derniers jours, sans preuve qui l’étaye.',
      LATE_SILENT: 'Son échéance est passée ; personne ne l’a commentée depuis et aucun motif n’est donné.',
      NOT_STARTED: 'Elle reste planifiée alors que sa date de début est passée.',
      POSTPONED: 'Elle est ouverte et son échéance a été déplacée au moins trois fois.',
      UNASSIGNED: 'Ni une personne ni un groupe n’en a la charge.',
      OPEN_TASKS: 'Elle est terminée et l’une de ses tâches reste à faire.',
      LONG_STANDBY: 'Elle est en attente et rien n’y a changé depuis 90 jours.',
    },
    measure: {
      NO_OWNER: 'Elle est mise en œuvre et personne ne la porte.',
      UNPROVEN: 'Aucune action terminée qui la nomme ne présente de preuve.',
      LOW_NO_ACTION: 'Son efficacité est inférieure à 50 % et aucune action ouverte ne la nomme.',
      PLANNED_NO_ACTION: 'Elle est dite planifiée, mais aucune action ouverte ne la mettra en œuvre.',
      OFFER_WAITING: 'Elle est proposée depuis plus de 30 jours à un périmètre qui n’a pas répondu.',
      SAME_AS_ANOTHER: 'Une autre mesure du même périmètre porte presque le même nom. Les noms sont comparés chaque nuit.',
    },
    control: {
      NO_MEASURE: 'Elle est en vigueur quelque part et aucun modèle de mesure n’y répond.',
    },
    policy: {
      NOT_PUBLISHED: 'Elle est à l’état de brouillon depuis plus de 30 jours.',
      NOT_APPLIED: 'Elle a une version publiée, mais aucun périmètre n’y est soumis.',
      OUTDATED: 'Au moins un périmètre reste soumis à une autre version que la version en vigueur.',
    },
    exemption: {
      EXPIRED: 'Elle est encore accordée alors que son dernier jour est passé.',
      RENEWED_TWICE: 'Elle est en vigueur et se prolonge pour la deuxième fois au moins.',
      WAITING: 'Elle a été demandée il y a plus de 14 jours.',
      UNRELIEVED: 'Elle est en vigueur sans mesure compensatoire et sans action qui la rende superflue.',
    },
    evidence: {
      EXPIRED_IN_USE: 'Son dernier jour est passé, mais une action ou une tâche la présente toujours.',
      UNUSED: 'Aucune action ni tâche ne la présente, 7 jours après son dépôt.',
      NO_OWNER: 'Personne ne sera prévenu avant son expiration.',
    },
    member: {
      GONE_HOLDING: 'Désactivée, archivée ou au-delà de son dernier jour, et toujours responsable d’un objet ouvert.',
      EXTERNAL_OVER: 'Le dernier jour de l’accès est passé et le compte n’est pas désactivé.',
      ADMIN_NOT_STRONG: 'Un pilote global se connecte sans second facteur.',
      NEVER_CAME: 'Créé il y a plus de 30 jours et jamais venu depuis.',
    },
    perimeter: {
      NO_MANAGER: 'Personne n’en a la charge.',
      NO_POLICY: 'Aucune politique ne s’y applique, ni au-dessus ni au-dessous.',
    },
    incident: {
      CLOCK_LATE: 'Un délai de NIS 2 ou du RGPD est dépassé et aucun envoi n’est consigné.',
      UNASSIGNED: 'Il est ouvert et ni une personne ni un groupe ne l’a pris en charge.',
      NO_LESSONS: 'Il est clos comme résolu et rien n’a été consigné.',
      STALLED: 'Rien n’y a changé depuis 30 jours.',
    },
    gap: {
      NO_ACTION: 'Il est à traiter ou en cours et aucune action ne le corrige.',
      CLOSED_NO_ACTION: 'Il est clos comme résolu et aucune action ne dit comment.',
      REVIEW_OVER: 'Il est accepté et la date à laquelle le réexaminer est passée.',
      SEVERE_UNASSIGNED: 'Sa gravité est de 75 ou plus et ni une personne ni un groupe n’en a la charge.',
      EFFECT_UNCHECKED: 'Elle est résolue depuis plus de 90 jours et personne n’a vérifié que cela tient.',
    },
    risk: {
      ABOVE_UNANSWERED: 'Son niveau actuel dépasse l’appétence de son registre et ni une action en cours ni une acceptation n’y répond.',
      STALE: 'Son traitement a été approuvé et son niveau, ses mesures ou son échéance ont changé depuis.',
      REVIEW_OVER: 'La date à laquelle le réexaminer est passée.',
      UNASSIGNED: 'Il n’est pas clos et ni une personne ni un groupe n’en a la charge.',
    },
    review: {
      WAITING: 'Elle est ouverte depuis plus de 30 jours.',
    },
  },
} as const
