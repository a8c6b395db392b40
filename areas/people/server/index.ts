export { listAssigned } from './assigned-objects.ts'
export { digestJobs, type DigestOptions } from './digests.ts'
export { createInstallation, createMember, type Installation, type NewMember } from './create-member.ts'
