export { guardPolicyQuota } from './quota.ts'
export { addLinks } from './solutions.ts'
export { storeContent, type ControlContent, type GroupContent, type StoredContent, type VersionContent } from './version-content.ts'
export { insertVersion, makeCurrent, type VersionValues } from './versions.ts'
