/** What is asked for by what was done; each is a set of the audit's actions, or of the entities that they are about. */
export const deeds = ['WRITES', 'CREATE', 'CHANGE', 'DELETE', 'SIGN_IN', 'READ', 'IMPORT', 'RIGHTS'] as const
export type Deed = (typeof deeds)[number]

const signIn = ['sign_in', 'sign_in_failed', 'sign_out', 'enter', 'impersonate', 'stop_impersonation', 'end', 'end_others', 'single_sign_on'] as const
const reading = ['export', 'read', 'report', 'serve'] as const
const creating = ['create', 'fork', 'adopt', 'from_framework', 'starter', 'generate'] as const
const removing = ['delete', 'remove'] as const
const importing = ['import', 'sync'] as const

interface DeedLines {
  readonly actions?: readonly string[]
  readonly notActions?: readonly string[]
  readonly entities?: readonly string[]
}

export const deedLines: Readonly<Record<Deed, DeedLines>> = {
  WRITES: { notActions: [...signIn, ...reading] },
  CREATE: { actions: creating },
  CHANGE: { notActions: [...signIn, ...reading, ...creating, ...removing, ...importing] },
  DELETE: { actions: removing },
  SIGN_IN: { actions: signIn },
  READ: { actions: reading },
  IMPORT: { actions: importing },
  // Who may do what: people and their roles, groups, accounts, and the ways in.
  RIGHTS: { entities: ['member', 'group', 'account', 'auth_config'], notActions: [...signIn, ...reading] },
}
