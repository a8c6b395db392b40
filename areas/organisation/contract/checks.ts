import { defineChecks } from '#kit/contract/check.ts'
import { perimeter } from './perimeter.ts'

export const perimeterChecks = defineChecks(perimeter, {
  NO_MANAGER: { subject: 'people' },
  NO_POLICY: { subject: 'measures' },
})
