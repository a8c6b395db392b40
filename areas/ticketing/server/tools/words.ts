import type { Definition } from '#areas/connectors/server/index.ts'

/** What every tool of tickets reads, and what none does. */
export const readsTickets: Pick<Definition, 'reads' | 'never' | 'produces' | 'metrics' | 'needsWorker'> = {
  reads: [
    {
      what: { en: 'Projects, their kinds of tickets and states', fr: 'Les projets, leurs types de tickets et leurs états' },
      why: { en: 'to choose where tickets are made', fr: 'pour choisir où créer les tickets' },
    },
    {
      what: {
        en: 'State, due date, assignee and comments of the tickets made here',
        fr: 'L’état, l’échéance, le responsable et les commentaires des tickets créés ici',
      },
      why: { en: 'to keep actions in step', fr: 'pour garder les actions à jour' },
    },
    {
      what: { en: 'People by their mail address', fr: 'Les personnes par leur adresse de courriel' },
      why: { en: 'to give a ticket to whoever has the action', fr: 'pour confier le ticket à la personne chargée de l’action' },
    },
  ],
  never: {
    en: 'Other tickets of the projects, their files and the hours logged on them.',
    fr: 'Les autres tickets des projets, leurs fichiers et le temps qui y est saisi.',
  },
  produces: ['tickets'],
  metrics: [],
  needsWorker: false,
}
