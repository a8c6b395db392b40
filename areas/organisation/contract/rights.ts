import { defineRights, everyRole, globalPilots, pilots } from '#kit/contract/right.ts'

/** Local pilots edit their own perimeters and add children (SEC-18); groupings are the global pilots'. */
export const organisationRights = defineRights({
  'perimeter.read': everyRole,
  'perimeter.create': pilots,
  'perimeter.write': pilots,
  'perimeter.delete': globalPilots,
  'tag.read': everyRole,
  'tag.write': globalPilots,
})
