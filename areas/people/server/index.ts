export { listAssigned } from './assigned-objects.ts'
export { contactsFor } from './escalation.ts'
export { heldResources } from './assigned-rows.ts'
export { digestJobs, tellDays, type DigestOptions } from './digests.ts'
export { createAgent, createInstallation, createMember, renameAgent, type Installation, type NewMember } from './create-member.ts'
export { peopleByText } from './assignees.ts'
export { departureEffects, standstillPoints, type DepartureAsked, workAhead, type WorkAhead } from './standstill.ts'
export { tieMembers } from './tie-members.ts'
export {
  answersForSomething,
  changeFromDirectory,
  createFromDirectory,
  directoryMembers,
  takeDirectoryTurn,
  type DirectoryChanges,
  type DirectoryMember,
} from './directory.ts'
export { rolesToldElsewhere } from './single-sign-on-members.ts'
