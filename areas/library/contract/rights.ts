import { defineRights, globalPilots, readers } from '#kit/contract/right.ts'

/** Global pilots bring frameworks in; pilots and auditors read the reports of the imports they asked for. */
export const libraryRights = defineRights({
  'library.read': readers,
  'library.import': globalPilots,
  'import_report.read': readers,
})
