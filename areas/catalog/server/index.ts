export { adoptMappings } from './shared/adopt-mappings.ts'
export { adoptSolutions, adoptThreats } from './shared/adopt.ts'
export { share } from './shared/calls.ts'
export { adoptedCopy, joinOwn, sharedColumns } from './shared/own-copy.ts'
