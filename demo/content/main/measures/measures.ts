import type { Measure } from '#demo/content/types.ts'
import { governanceMeasures } from './governance.ts'
import { peopleMeasures } from './people.ts'
import { identityMeasures } from './identity.ts'
import { systemsMeasures } from './systems.ts'
import { networkMeasures } from './network.ts'
import { dataMeasures } from './data.ts'
import { applicationsMeasures } from './applications.ts'
import { detectionMeasures } from './detection.ts'
import { continuityMeasures } from './continuity.ts'
import { suppliersMeasures } from './suppliers.ts'
import { physicalMeasures } from './physical.ts'
import { industrialMeasures } from './industrial.ts'

/** Every measure, by category of its model. */
export const measures: readonly Measure[] = [
  ...governanceMeasures,
  ...peopleMeasures,
  ...identityMeasures,
  ...systemsMeasures,
  ...networkMeasures,
  ...dataMeasures,
  ...applicationsMeasures,
  ...detectionMeasures,
  ...continuityMeasures,
  ...suppliersMeasures,
  ...physicalMeasures,
  ...industrialMeasures,
]
