import { defineRights, globalPilots } from '#kit/contract/right.ts'

export const dashboardsRights = defineRights({ 'onboarding.write': globalPilots })
