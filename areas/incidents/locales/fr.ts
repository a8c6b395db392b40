import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { en } from './en.ts'
import { incidentEntity, incidentWords } from './incident-fr.ts'

export const fr = {
  ...incidentWords,
  pages: {
    incidents: 'Incidents',
    my_incidents: 'Incidents',
    declare: 'Déclarer un incident',
  },
  entities: {
    incident: incidentEntity,
  },
  messages: {
    ...incidentWords.messages,
  },
  errors: {
    back_reason: 'Indiquez pourquoi vous revenez à une étape antérieure',
    duplicate_of: 'Indiquez de quel incident celui-ci est le doublon',
    duplicate_only: 'Seul un doublon renvoie à un autre incident',
    long_ago: 'C’est trop ancien : vérifiez l’année',
    not_yet: 'La date ne peut pas être dans le futur',
    detected_before: 'Un incident n’est pas détecté avant de survenir',
    corrected_already: 'Cet événement a déjà été corrigé',
    reference_unreadable: 'Un objet vers lequel ce texte renvoie ne peut pas être ouvert',
    too_many_references: '{max} objets au plus',
    no_clock: 'Cette notification n’est pas requise',
    sent_already: 'Cet envoi est déjà consigné : corrigez cet événement',
    sent_before_aware: 'L’envoi ne peut pas précéder la prise de connaissance de l’incident',
  },
} satisfies Catalogue<typeof en>
