/** By what names policies of the main organisation are known to others that have them too, by their keys. */
export const commonFrameworks = { iso: 'urn:vigie:framework:iso', nis2: 'urn:vigie:framework:nis2' } as const

/** Why the measures of a small organisation are as efficient as they are. */
export const rated = { en: 'Rated after an internal audit.', fr: 'Notée après un audit interne.' } as const

/** A small organisation that is there to be compared with: its name, what it does, where, and how far it is with each framework (null: it does not have it). */
export type Peer = readonly [name: string, branch: string, country: string, iso: number | null, nis2: number | null]

export const peers: readonly Peer[] = [
  ['Alvéor Pompes', 'MACHINERY', 'FR', 48, 38],
  ['Brévanne Mécanique', 'MACHINERY', 'FR', 59, 55],
  ['Cadrance', 'MACHINERY', 'FR', 65, null],
  ['Dormiel Outillage', 'MACHINERY', 'FR', 68, 49],
  ['Estrille Robotique', 'MACHINERY', 'FR', 73, 63],
  ['Fontelay Compresseurs', 'MACHINERY', 'FR', 77, null],
  ['Garrigue Levage', 'MACHINERY', 'FR', 54, 44],
  ['Hautbois Turbines', 'MACHINERY', 'FR', 81, 71],
  ['Isarde Soudage', 'MACHINERY', 'FR', 42, null],
  ['Jonquère Convoyeurs', 'MACHINERY', 'FR', 70, 58],
  ['Kermorvan Filtration', 'MACHINERY', 'FR', 62, null],
  ['Lachenal Chimie', 'CHEMICALS', 'FR', 75, 66],
  ['Marsante Peintures', 'CHEMICALS', 'FR', 56, 52],
  ['Norvelle Polymères', 'CHEMICALS', 'FR', 79, 60],
  ['Orlandine Résines', 'CHEMICALS', 'FR', 64, 41],
  ['Palissane', 'CHEMICALS', 'FR', 51, 47],
  ['Quercine Aliments', 'FOOD', 'FR', 46, 36],
  ['Rivaudière', 'FOOD', 'FR', 58, 50],
  ['Sauvaire Laiterie', 'FOOD', 'FR', 67, 57],
  ['Talmonde Conserves', 'FOOD', 'FR', 53, 43],
  ['Uvrais Biscuits', 'FOOD', 'FR', 61, 61],
  ['Valsenne Transport', 'ROAD', 'FR', 49, 45],
  ['Wimeraie Logistique', 'POST_AND_LOGISTICS', 'FR', 72, 64],
  ['Ysandre Messagerie', 'POST_AND_LOGISTICS', 'FR', 66, 53],
  ['Zélande Fret', 'ROAD', 'FR', 55, 40],
  ['Abriel Hôtels', 'TOURISM', 'FR', 40, 30],
  ['Bastellier Conseil', 'CONSULTING', 'FR', 83, null],
]
