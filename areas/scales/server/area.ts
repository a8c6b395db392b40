import { plainPart } from '#kit/server/data/parts/plain-part.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { scale } from '#areas/scales/contract/scale.ts'
import { scaleFeatures, scaleRights } from '#areas/scales/contract/rights.ts'
import { en } from '#areas/scales/locales/en.ts'
import { fr } from '#areas/scales/locales/fr.ts'
import { customerCreated } from '#areas/tenancy/contract/events.ts'
import { scaleCalls } from './calls.ts'
import { scaleResource } from './scale.ts'
import { seedScales } from './seed.ts'

export const scales: Area = {
  name: 'scales',
  rights: scaleRights,
  features: scaleFeatures,
  resources: [scaleResource],
  calls: scaleCalls,
  handlers: [on(customerCreated, (tx) => seedScales(tx))],
  parts: [plainPart({ def: scale, part: 'scales' })],
  locales: { en, fr },
}
