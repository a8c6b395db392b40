import type { Branch } from '#areas/tenancy/contract/sectors.ts'

/** A framework that organisations have in common, with what divides it. */
export interface CommonFramework {
  readonly urn: string
  /** As the organisation that people look around in has it. */
  readonly policy: string
  readonly identifier: string
  readonly name: { readonly en: string; readonly fr: string }
  readonly themes: readonly string[]
}

/** The policies of the main organisation that others have too. */
export const commonFrameworks: readonly CommonFramework[] = [
  {
    urn: 'urn:vigie:framework:iso',
    policy: 'iso',
    identifier: 'ISO27001',
    name: { en: 'ISO/IEC 27001:2022, Annex A', fr: 'ISO/IEC 27001:2022, annexe A' },
    themes: ['A.5', 'A.6', 'A.7', 'A.8'],
  },
  {
    urn: 'urn:vigie:framework:nis2',
    policy: 'nis2',
    identifier: 'NIS2',
    name: { en: 'NIS 2 duties', fr: 'Obligations NIS 2' },
    themes: ['GOV', 'RISK', 'REP'],
  },
]

/** A small organisation that is there to be compared with: its name, what it does, where, and how far it is with each framework (null: it does not have it). */
export type Peer = readonly [name: string, branch: Branch, country: string, iso: number | null, nis2: number | null]

export const peers: readonly Peer[] = [
  ['Alvéor Pompes', 'MACHINERY', 'FR', 41, 38],
  ['Brévanne Mécanique', 'MACHINERY', 'FR', 52, 55],
  ['Cadrance', 'MACHINERY', 'FR', 58, null],
  ['Dormiel Outillage', 'MACHINERY', 'FR', 61, 49],
  ['Estrille Robotique', 'MACHINERY', 'FR', 66, 63],
  ['Fontelay Compresseurs', 'MACHINERY', 'FR', 70, null],
  ['Garrigue Levage', 'MACHINERY', 'FR', 47, 44],
  ['Hautbois Turbines', 'MACHINERY', 'FR', 74, 71],
  ['Isarde Soudage', 'MACHINERY', 'FR', 35, null],
  ['Jonquère Convoyeurs', 'MACHINERY', 'FR', 63, 58],
  ['Kermorvan Filtration', 'MACHINERY', 'FR', 55, null],
  ['Lachenal Chimie', 'CHEMICALS', 'FR', 68, 66],
  ['Marsante Peintures', 'CHEMICALS', 'FR', 49, 52],
  ['Norvelle Polymères', 'CHEMICALS', 'FR', 72, 60],
  ['Orlandine Résines', 'CHEMICALS', 'FR', 57, 41],
  ['Palissane', 'CHEMICALS', 'FR', 44, 47],
  ['Quercine Aliments', 'FOOD', 'FR', 39, 36],
  ['Rivaudière', 'FOOD', 'FR', 51, 50],
  ['Sauvaire Laiterie', 'FOOD', 'FR', 60, 57],
  ['Talmonde Conserves', 'FOOD', 'FR', 46, 43],
  ['Uvrais Biscuits', 'FOOD', 'FR', 54, 61],
  ['Valsenne Transport', 'ROAD', 'FR', 42, 45],
  ['Wimeraie Logistique', 'POST_AND_LOGISTICS', 'FR', 65, 64],
  ['Ysandre Messagerie', 'POST_AND_LOGISTICS', 'FR', 59, 53],
  ['Zélande Fret', 'ROAD', 'FR', 48, 40],
  ['Abriel Hôtels', 'TOURISM', 'FR', 33, 30],
  ['Bastellier Conseil', 'CONSULTING', 'FR', 76, null],
]
