import type { Solution } from '#demo/content/types.ts'
import { governanceSolutions } from './governance.ts'
import { peopleSolutions } from './people.ts'
import { identitySolutions } from './identity.ts'
import { systemsSolutions } from './systems.ts'
import { networkSolutions } from './network.ts'
import { dataSolutions } from './data.ts'
import { applicationsSolutions } from './applications.ts'
import { detectionSolutions } from './detection.ts'
import { continuitySolutions } from './continuity.ts'
import { suppliersSolutions } from './suppliers.ts'
import { physicalSolutions } from './physical.ts'
import { industrialSolutions } from './industrial.ts'

/** Every measure model of the catalog. */
export const solutions: readonly Solution[] = [
  ...governanceSolutions,
  ...peopleSolutions,
  ...identitySolutions,
  ...systemsSolutions,
  ...networkSolutions,
  ...dataSolutions,
  ...applicationsSolutions,
  ...detectionSolutions,
  ...continuitySolutions,
  ...suppliersSolutions,
  ...physicalSolutions,
  ...industrialSolutions,
]
