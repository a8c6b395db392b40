/** What organisations do, for comparing those that do alike (ADM-02): each sector with its branches. Codes are stored: one that is used is never given another meaning. */
export const sectors = {
  ENERGY: ['ELECTRICITY', 'OIL_AND_GAS', 'HEAT_AND_HYDROGEN'],
  TRANSPORT: ['RAIL', 'ROAD', 'AIR', 'WATERWAYS', 'POST_AND_LOGISTICS'],
  FINANCE: ['BANKING', 'INSURANCE', 'MARKETS'],
  HEALTH: ['CARE', 'PHARMACEUTICALS', 'MEDICAL_DEVICES'],
  WATER: ['DRINKING_WATER', 'WASTE'],
  DIGITAL: ['SOFTWARE', 'HOSTING', 'TELECOMS', 'IT_SERVICES'],
  MANUFACTURING: ['CHEMICALS', 'FOOD', 'MACHINERY', 'VEHICLES', 'ELECTRONICS', 'METALS', 'GOODS'],
  CONSTRUCTION: ['BUILDING', 'CIVIL_ENGINEERING'],
  TRADE: ['RETAIL', 'WHOLESALE', 'ONLINE_TRADE'],
  PUBLIC: ['STATE', 'LOCAL_AUTHORITIES', 'SOCIAL_SECURITY'],
  EDUCATION: ['SCHOOLS', 'HIGHER_EDUCATION', 'RESEARCH'],
  SERVICES: ['CONSULTING', 'LEGAL_AND_ACCOUNTING', 'STAFFING', 'REAL_ESTATE', 'TOURISM'],
  MEDIA: ['PRESS', 'BROADCASTING', 'CULTURE'],
  DEFENCE: ['ARMAMENT', 'SPACE'],
  ASSOCIATIONS: ['CHARITIES', 'PROFESSIONAL_BODIES'],
} as const

export type Sector = keyof typeof sectors
export type Branch = (typeof sectors)[Sector][number]

export const sectorCodes = Object.keys(sectors) as [Sector, ...Sector[]]
export const branchCodes = sectorCodes.flatMap((sector): Branch[] => [...sectors[sector]]) as [Branch, ...Branch[]]

const sectorByBranch = new Map(sectorCodes.flatMap((sector) => sectors[sector].map((branch): [Branch, Sector] => [branch, sector])))

/** The sector of a branch. */
export function sectorOf(branch: Branch): Sector {
  const sector = sectorByBranch.get(branch)
  if (!sector) throw new Error(`No sector has the branch ${branch}`)
  return sector
}
