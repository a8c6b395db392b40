import type { Verb } from '#kit/contract/right.ts'

/**
 * What the program writes with more rights than whoever caused it has: by name, the entities and verbs that each takes, and no others. Why each may stands in
 * docs/THREAT-MODEL.md.
 */
export const systemWorks = {
  'what follows from an action': {
    measure: ['update'],
    remediation: ['update', 'delete'],
    review: ['create', 'update'],
    incident: ['update'],
    gap: ['update'],
    exemption: ['update'],
    evidence: ['create'],
  },
  'what somebody is to look at': { review: ['create'] },
  'models that requirements call for': { solution: ['create'] },
  'what policies call for': { measure: ['create', 'delete'] },
  'occurrences of recurring tasks': { occurrence: ['create', 'update', 'delete'], runtask: ['delete'] },
  'indicators of a measure that is reset': { indicator: ['update'] },
  'what an answer opens': { gap: ['create'], remediation: ['create'] },
  'one’s own profile': { member: ['update'] },
  'exemptions whose end came': { exemption: ['update'] },
  'a member who comes in': { member: ['create'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Verb[]>>>>

export type SystemWork = keyof typeof systemWorks
