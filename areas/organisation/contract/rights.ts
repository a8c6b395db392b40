import { defineRights, everyRole, globalPilots, pilots, readers } from '#kit/contract/right.ts'

/** Local pilots edit their own perimeters and add children (SEC-18); groupings are the global pilots'. */
export const organisationRights = defineRights({
  // The pages: contributors read perimeters and groupings only where they choose one.
  'organisation.read': readers,
  'perimeter.read': everyRole,
  'perimeter.create': pilots,
  'perimeter.write': pilots,
  'perimeter.delete': globalPilots,
  'perimeter_property.read': everyRole,
  'perimeter_property.write': globalPilots,
  'tag.read': everyRole,
  'tag.write': globalPilots,
})
