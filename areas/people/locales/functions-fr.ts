export const functionEntity = {
  one: 'Fonction',
  many: 'Fonctions',
  new: 'Nouvelle fonction',
  none: 'Aucune fonction pour l’instant',
  none_text: 'Indiquez qui est RSSI, DPO ou responsable des risques, et où : chacun sait à qui s’adresser, et tout nouveau travail trouve son responsable.',
  sections: { general: 'Général', holders: 'Titulaires par périmètre' },
  fields: {
    identifier: 'Identifiant',
    name: 'Nom',
    description: 'Description',
    holders: 'Titulaires',
    holder_names: 'Titulaires',
    perimeter: 'Périmètre',
    member: 'Utilisateur',
    is_default_manager: 'Responsable par défaut',
  },
  help: {
    holders: 'Un titulaire l’est aussi pour tout ce qui se trouve sous le périmètre, jusque là où quelqu’un d’autre est nommé.',
    is_default_manager:
      'Tout nouveau travail dans un périmètre est proposé à son titulaire. Si plusieurs fonctions le sont, la première par identifiant compte.',
  },
  choices: {},
} as const

export const contactEntity = {
  one: 'Contact',
  many: 'Contacts',
  new: 'Nouveau contact',
  none: 'Aucun contact pour l’instant',
  none_text: 'Indiquez qui appeler quand quelque chose se passe mal, et dans quel ordre : chaque incident montre les contacts de son périmètre.',
  sections: { general: 'Général', escalation: 'Escalade' },
  linked: {
    job_function: 'Contacts ayant cette fonction',
    perimeters: 'Contacts de ce périmètre',
  },
  fields: {
    name: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    job_function: 'Fonction',
    perimeters: 'Périmètres',
    contact_order: 'Ordre d’escalade',
    notes: 'Notes',
  },
  columns: { contact_order: 'Ordre' },
  help: {
    perimeters: 'Avec tout ce qui se trouve en dessous. Le périmètre racine vaut pour toute l’organisation.',
    contact_order: 'De 0 à 999 : le plus petit est appelé en premier. Sans ordre, après les autres.',
    notes: 'Quand les joindre, ce qu’il faut leur dire.',
  },
  choices: {},
} as const

export const absenceEntity = {
  one: 'Absence',
  many: 'Absences',
  new: 'Nouvelle absence',
  none: 'Aucune absence pour l’instant',
  none_text:
    'Indiquez quand vous êtes absent et qui vous supplée : ce qui arrive à échéance entre-temps lui est montré aussi, et vous revient ensuite de lui-même.',
  sections: { general: 'Général' },
  fields: {
    name: 'Absent',
    member: 'Personne absente',
    stand_in: 'Suppléant',
    first_day: 'Premier jour',
    last_day: 'Dernier jour',
  },
  help: {
    member: 'Laissé vide : vous-même.',
    stand_in: 'Il voit ce que ses droits lui permettent de voir, et n’en reçoit aucun autre.',
  },
  choices: {},
} as const
