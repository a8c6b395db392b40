/** The five roles a member may hold in an organisation (GEN-05), strongest first. */
export const roles = ['global_pilote', 'global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const
export type Role = (typeof roles)[number]

/** The provider's staff (GEN-06, ADM-46); they act inside an organisation as visiting members. */
export const adminTypes = ['ROOT', 'SUPPORT', 'STAFF_PLUS'] as const
export type AdminType = (typeof adminTypes)[number]

/** A right is `<entity>.<verb>`; its holders are said once, in `areas/X/contract/rights.ts`. */
export type Right = `${string}.${string}`
/** What is done to a row of an entity. */
export type Verb = 'read' | 'create' | 'update' | 'delete'
export type Rights = Readonly<Record<Right, readonly Role[]>>

/** Declares which roles hold each right of an area; a role that is not named does not hold it. */
export function defineRights<const R extends Rights>(rights: R): R {
  return rights
}

/** Shorthands for the role sets of SEC-18. */
export const everyRole: readonly Role[] = roles
export const readers: readonly Role[] = ['global_pilote', 'global_auditor', 'local_pilote', 'local_auditor']
/** Whoever may write at all; auditors only look (SHL-07). */
export const writers: readonly Role[] = ['global_pilote', 'local_pilote', 'contributor']
/** Contributors, and pilots who have chosen to be one for a while. */
export const contributors: readonly Role[] = ['contributor']
export const pilots: readonly Role[] = ['global_pilote', 'local_pilote']
export const globalPilots: readonly Role[] = ['global_pilote']
export const globalReaders: readonly Role[] = ['global_pilote', 'global_auditor']

/** What an organisation may be sold without (NAV-41, NAV-42). */
export const features = ['RUNTASKS', 'CATALOG', 'DASHBOARDS', 'SETTINGS', 'USER_GROUP', 'INTEGRATION'] as const
export type Feature = (typeof features)[number]
/** Rights that an organisation without the feature does not have, whatever its roles: administering what the feature is about, not reading what other work needs. */
export type FeatureRights = Partial<Record<Feature, readonly Right[]>>
