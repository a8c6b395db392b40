import { defineRights, everyRole, globalPilots, readers } from '#kit/contract/right.ts'

/** Global pilots bring frameworks in; everyone reads the reports of the imports they asked for. */
export const libraryRights = defineRights({
  'library.read': readers,
  'library.import': globalPilots,
  'import_report.read': everyRole,
})
