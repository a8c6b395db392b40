export { listAssigned } from './assigned-objects.ts'
export { heldResources } from './assigned-rows.ts'
export { digestJobs, tellDays, type DigestOptions } from './digests.ts'
export { createInstallation, createMember, type Installation, type NewMember } from './create-member.ts'
