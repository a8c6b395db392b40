import type { Property } from '#demo/content/types.ts'

/** What the group records of its sites and providers besides. */
export const properties: readonly Property[] = [
  {
    key: 'country',
    name: { en: 'Country', fr: 'Pays' },
    type: 'LIST',
    options: ['AT', 'BE', 'CZ', 'DE', 'ES', 'FR', 'IT', 'PL'],
    perimeterTypes: ['INTERNAL'],
    restricted: false,
    values: {
      'head-office': 'FR', 'saint-etienne': 'FR', gent: 'BE', zaragoza: 'ES', brno: 'CZ', katowice: 'PL', linz: 'AT', deutschland: 'DE', italia: 'IT', aquilor: 'FR',
    },
  },
  {
    key: 'headcount',
    name: { en: 'Headcount', fr: 'Effectif' },
    type: 'NUMBER',
    options: [],
    perimeterTypes: ['INTERNAL'],
    restricted: false,
    values: { 'head-office': '180', 'saint-etienne': '310', gent: '240', zaragoza: '180', brno: '260', katowice: '290', linz: '220', deutschland: '130', italia: '60', aquilor: '95' },
  },
  {
    key: 'essential',
    name: { en: 'Essential service under NIS 2', fr: 'Service essentiel au titre de NIS 2' },
    type: 'BOOLEAN',
    options: [],
    perimeterTypes: [],
    restricted: false,
    values: { 'saint-etienne': 'true', gent: 'true', linz: 'false', host: 'true', mssp: 'true' },
  },
  {
    key: 'insured',
    name: { en: 'Insured cyber loss (k€)', fr: 'Perte cyber assurée (k€)' },
    type: 'NUMBER',
    options: [],
    perimeterTypes: ['INTERNAL'],
    restricted: true,
    values: { group: '12000', 'saint-etienne': '3500', gent: '2800', katowice: '1500' },
  },
]
