import { incidentEntity, incidentWords } from './incident-en.ts'

export const en = {
  ...incidentWords,
  pages: {
    incidents: 'Incidents',
    my_incidents: 'Incidents',
    declare: 'Report an incident',
  },
  entities: {
    incident: incidentEntity,
  },
  messages: {
    ...incidentWords.messages,
  },
  errors: {
    back_reason: 'Say why it goes back to an earlier step',
    duplicate_of: 'Say which incident this one duplicates',
    duplicate_only: 'Only a duplicate refers to another incident',
    long_ago: 'This is too long ago: check the year',
    not_yet: 'The date cannot be in the future',
    detected_before: 'An incident is not detected before it occurs',
    corrected_already: 'This entry has already been corrected',
    reference_unreadable: 'An object that this leads to cannot be opened',
    too_many_references: 'At most {max} objects',
    no_clock: 'This notification is not required',
    sent_already: 'It is already recorded as sent: correct that entry',
    sent_before_aware: 'It cannot have been sent before you became aware of the incident',
  },
} as const
