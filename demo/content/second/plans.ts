import type { ActionPlan } from '#demo/content/types.ts'

/** The registers that hold actions. */
export const actionPlans: readonly ActionPlan[] = [
  {
    key: 'road',
    identifier: 'ROAD',
    name: { en: 'Security and quality roadmap', fr: 'Feuille de route sécurité et qualité' },
    description: {
      en: 'What customers and the host’s certificate ask of us this year.',
      fr: 'Ce que les clients et le certificat de l’hébergeur nous demandent cette année.',
    },
    perimeters: ['company'],
    people: ['yann', 'ines'],
    userGroup: 'developers',
    budget: 40,
  },
]
