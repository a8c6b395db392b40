import type { Person, UserGroup } from '#demo/content/types.ts'

/** Everyone who signs in. */
export const people: readonly Person[] = [
  {
    key: 'maud',
    email: 'global_pilote@second.example',
    firstName: 'Maud',
    lastName: 'Kerbrat',
    title: { en: 'Technical director and head of security', fr: 'Directrice technique et responsable de la sécurité' },
    role: 'global_pilote',
    language: 'fr',
    perimeters: [],
  },
  {
    key: 'yann',
    email: 'yann.legoff@second.example',
    firstName: 'Yann',
    lastName: 'Le Goff',
    title: { en: 'Lead developer', fr: 'Développeur principal' },
    role: 'contributor',
    language: 'fr',
    perimeters: ['company'],
  },
  {
    key: 'ines',
    email: 'ines.carvalho@second.example',
    firstName: 'Inès',
    lastName: 'Carvalho',
    title: {
      en: 'Quality manager and data protection officer',
      fr: 'Responsable qualité et déléguée à la protection des données',
    },
    role: 'local_pilote',
    language: 'en',
    perimeters: ['company'],
  },
]

export const userGroups: readonly UserGroup[] = [{ key: 'developers', name: { en: 'Developers', fr: 'Équipe de développement' }, members: ['yann', 'maud'] }]
