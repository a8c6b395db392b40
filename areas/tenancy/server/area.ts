import type { Area } from '#kit/server/http/area.ts'
import { tenancyRights } from '#areas/tenancy/contract/rights.ts'
import { en } from '#areas/tenancy/locales/en.ts'
import { fr } from '#areas/tenancy/locales/fr.ts'
import { customerCalls } from './customers.ts'

export const tenancy: Area = { name: 'tenancy', rights: tenancyRights, resources: [], calls: customerCalls, locales: { en, fr } }
