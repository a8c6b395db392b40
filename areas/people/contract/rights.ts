import { defineRights, everyRole, globalPilots, type FeatureRights } from '#kit/contract/right.ts'

/** Everyone may choose a colleague, so everyone reads the directory; administering it is the global pilots' (SEC-18). */
export const peopleRights = defineRights({
  'member.read': everyRole,
  'member.create': globalPilots,
  'member.write': globalPilots,
  'member.delete': globalPilots,
  'member.unlock': globalPilots,
  /** The provider's administrators and support alone (ACC-44). */
  'member.impersonate': [],
  /** The provider's own users (ADM-46). */
  'account.read': [],
  'account.write': [],
  'account.unlock': [],
  /** Their own, of which they may read the object. */
  'notification.read': everyRole,
  'group.read': everyRole,
  'group.write': globalPilots,
  'job_function.read': everyRole,
  'job_function.write': globalPilots,
  /** Their own, and those in which they stand in. */
  'absence.read': everyRole,
  'absence.write': everyRole,
  'absence.manage': globalPilots,
  'contact.read': everyRole,
  'contact.write': globalPilots,
})

/** Everybody goes on choosing colleagues; who they are is then kept by the provider. */
export const peopleFeatures: FeatureRights = {
  USER_GROUP: ['member.create', 'member.write', 'member.delete', 'member.unlock', 'group.write', 'job_function.write', 'contact.write'],
}
