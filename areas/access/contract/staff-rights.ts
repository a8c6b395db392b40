import type { AdminType, Right, Role } from '#kit/contract/right.ts'

interface StaffPowers {
  /** Rights on the provider's own pages, with no organisation entered. */
  readonly outside: readonly Right[]
  /** The role they act in inside an organisation; null: only what their member there holds. */
  readonly inside: Role | null
  readonly insideCatalog: Role | null
  /** Rights beyond that role's, in organisations and in catalogs. */
  readonly extra: readonly Right[]
  /** Rights beyond those, in catalogs. */
  readonly catalogExtra: readonly Right[]
}

/** All that is left to a global pilot whose organisation waits for its deletion: to take what it has. */
export const leavingRights: ReadonlySet<Right> = new Set(['archive.write'])

/** What the provider's staff may do (ADM-46): nothing but what stands here; being one of them is no right. */
export const staffPowers: Readonly<Record<AdminType, StaffPowers>> = {
  ROOT: {
    outside: [
      'customer.read',
      'customer.write',
      'customer.delete',
      'customer.archive',
      'instance.read',
      'instance.write',
      'login_message.write',
      'metadata_property.read',
      'metadata_property.write',
      'account.read',
      'account.write',
      'account.unlock',
      'auth_config.read',
      'auth_config.write',
      'scale.read',
      'scale.write',
      'outbox.read',
      'wiki.write',
      'wiki_feedback.read',
      'shared_catalog.read',
      'internal_indicator.read',
      'connector.read',
      'connector.write',
      'internal_metric.read',
      'log.read',
      'log.write',
      'licence.read',
      'licence.write',
      'archive.import',
    ],
    inside: 'global_pilote',
    insideCatalog: 'global_pilote',
    extra: ['member.impersonate', 'outbox.read', 'wiki_feedback.read'],
    catalogExtra: ['wiki.write'],
  },
  SUPPORT: {
    outside: [
      'customer.read',
      'instance.read',
      'metadata_property.read',
      'account.read',
      'account.unlock',
      'auth_config.read',
      'scale.read',
      'wiki_feedback.read',
      'shared_catalog.read',
      'internal_indicator.read',
      'connector.read',
      'connector.write',
      'internal_metric.read',
      'log.read',
    ],
    inside: 'global_auditor',
    insideCatalog: 'global_auditor',
    extra: ['member.unlock', 'member.impersonate', 'wiki_feedback.read'],
    catalogExtra: [],
  },
  STAFF_PLUS: {
    outside: ['customer.read', 'wiki.write', 'wiki_feedback.read', 'shared_catalog.read', 'connector.read', 'log.read'],
    inside: null,
    insideCatalog: 'global_pilote',
    extra: ['wiki_feedback.read'],
    catalogExtra: ['wiki.write'],
  },
}

/** The role in which a user of a whole instance acts in each of its customers (GEN-17). */
export const instanceUserRole: Role = 'global_pilote'

/** What a user of an instance may do before they enter one of its customers; they see no others. */
export const instanceUserOutside: readonly Right[] = ['customer.read']

/**
 * What nobody does in another's name: deciding who comes in, and how, for how long what was done is kept, and carrying everything away. Whoever acts as a pilot could otherwise let themselves in for later,
 * and be more than their own type is.
 */
export const notInAnothersName: readonly Right[] = [
  'member.create',
  'member.write',
  'auth_config.write',
  'organisation_settings.write',
  'log.write',
  'archive.write',
  'api_key.write',
  'scim_connection.write',
]

/** All that is left of a contributor's rights to somebody from outside, and that of what they are asked about alone (docs/decisions/0073). */
export const outsideRights: readonly Right[] = ['evaluation.read', 'evaluation.write', 'evidence.read']
