export { makeLink } from './links.ts'
export { beginVersion, saveDraftOf } from './versions.ts'
