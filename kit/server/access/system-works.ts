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
    risk: ['update'],
    evidence: ['create'],
  },
  'what somebody is to look at': { review: ['create'] },
  'models that requirements call for': { solution: ['create'] },
  'what policies call for': { measure: ['create', 'delete'] },
  'occurrences of recurring tasks': { occurrence: ['create', 'update', 'delete'], runtask: ['delete'] },
  'indicators of a measure that is reset': { indicator: ['update'] },
  'what an answer opens': { gap: ['create'], remediation: ['create'] },
  'a gap that somebody reports': { gap: ['create'], gap_register: ['create'] },
  'evaluations that a campaign asks for': { evaluation: ['create', 'update', 'delete'], campaign: ['update'] },
  'people from outside, for as long as they are asked': { member: ['create', 'update'], evaluation: ['update'] },
  'what people from outside prove': { evidence: ['create'] },
  'suppliers that were evaluated': { supplier: ['update'] },
  'scenarios that an analysis lays out': { risk_scenario: ['create', 'delete'] },
  'levels of risks that follow their measures': { risk: ['update'] },
  'scenarios that follow their measures': { risk_scenario: ['update'] },
  'risks that were decided about': { risk: ['update'] },
  'projects that rest and are taken up again': { isp_project: ['update'] },
  'one’s own profile': { member: ['update'] },
  'exemptions whose end came': { exemption: ['update'] },
  'exemptions of a grouping': { exemption: ['update'] },
  'a member who comes in': { member: ['create'] },
  'what a program is called by': { member: ['create', 'update'] },
  'webhooks whose receiver is gone': { webhook: ['update'] },
  'connectors whose runs fail': { review: ['create', 'update'] },
  'people whom an identity provider names': { member: ['create', 'update'] },
  'what a ticket tells': { remediation: ['update'], occurrence: ['update'] },
  'people who take themselves off a report': { report_schedule: ['update'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Verb[]>>>>

export type SystemWork = keyof typeof systemWorks
