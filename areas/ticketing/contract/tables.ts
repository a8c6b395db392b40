import type { ExternalStatus } from '#areas/actions/contract/external-status.ts'
import { occurrenceStatuses, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'

/** What goes along with a ticket besides its state and title. */
export const alongs = ['assignee', 'due', 'priority', 'comments', 'files'] as const
export type Along = (typeof alongs)[number]
export const usualAlong: readonly Along[] = ['assignee', 'due', 'comments', 'files']

/** Of what waits for somebody so many are read at once, and so many more with each press. */
export const attentionPage = 200

/** A state that tickets of a place may have, or be brought to. */
export interface ToolState {
  readonly id: string
  readonly name: string
  readonly phase: ExternalStatus
  /** Closes without result; a target alone, never what a ticket is told to be. */
  readonly without?: boolean | undefined
}

export type Kind = 'remediation' | 'occurrence'
/** The states of one side, each of which is said once. */
export const ownStates = { remediation: remediationStatuses, occurrence: occurrenceStatuses } as const satisfies Record<Kind, readonly string[]>

/** A state of one side to a state of the other. */
export type StateTable = Readonly<Record<string, string>>

type Own<K extends Kind> = (typeof ownStates)[K][number]
const sent: { readonly [K in Kind]: Readonly<Record<Own<K>, ExternalStatus | 'WITHOUT'>> } = {
  remediation: { TO_PLAN: 'OPEN', PLANNED: 'OPEN', ONGOING: 'IN_PROGRESS', STANDBY: 'PENDING', FINISHED: 'RESOLVED', CANCELLED: 'WITHOUT' },
  occurrence: {
    TO_DO: 'OPEN',
    PENDING_APPROVAL: 'PENDING',
    REJECTED: 'OPEN',
    DONE: 'RESOLVED',
    DONE_OK: 'RESOLVED',
    DONE_KO: 'RESOLVED',
    NOT_DONE: 'WITHOUT',
    NA: 'WITHOUT',
  },
}
const taken: { readonly [K in Kind]: Readonly<Record<ExternalStatus, Own<K>>> } = {
  remediation: { OPEN: 'TO_PLAN', PENDING: 'STANDBY', IN_PROGRESS: 'ONGOING', RESOLVED: 'FINISHED', CLOSED: 'FINISHED' },
  occurrence: { OPEN: 'TO_DO', PENDING: 'TO_DO', IN_PROGRESS: 'TO_DO', RESOLVED: 'DONE_OK', CLOSED: 'DONE_OK' },
}

/** What is looked for in place of a state that a tool does not have, the nearest first. */
const nearest: Readonly<Record<ExternalStatus | 'WITHOUT', readonly (ExternalStatus | 'WITHOUT')[]>> = {
  OPEN: ['OPEN', 'IN_PROGRESS', 'PENDING'],
  PENDING: ['PENDING', 'OPEN', 'IN_PROGRESS'],
  IN_PROGRESS: ['IN_PROGRESS', 'OPEN'],
  RESOLVED: ['RESOLVED', 'CLOSED'],
  CLOSED: ['CLOSED', 'RESOLVED'],
  WITHOUT: ['WITHOUT', 'CLOSED', 'RESOLVED'],
}

/** What each state means on the other side unless somebody says otherwise (ACT-33; decisions, Tickets). A state that finds nothing near it is left out, and nothing is sent of it. */
export function usualTables(kind: Kind, states: readonly ToolState[]): { readonly sends: StateTable; readonly takes: StateTable } {
  const one = (wanted: ExternalStatus | 'WITHOUT') => {
    for (const phase of nearest[wanted]) {
      const found = states.find((state) => (state.without ? 'WITHOUT' : state.phase) === phase)
      if (found) return found.id
    }
    return undefined
  }
  const sends = Object.entries(sent[kind]).flatMap(([own, wanted]) => {
    const target = one(wanted)
    return target === undefined ? [] : [[own, target] as const]
  })
  const takes = toldStates(states).map(({ id, phase }) => [id, taken[kind][phase]] as const)
  return { sends: Object.fromEntries(sends), takes: Object.fromEntries(takes) }
}

/** States that a ticket is told to be: of those that close without result, the one that closes. */
export const toldStates = (states: readonly ToolState[]): ToolState[] => states.filter(({ id }) => !id.includes('/'))

/** What a task is answered by a ticket that is done: what its kind allows of it. */
export const answerFor = (answer: string, kind: string | null): string => {
  const done: OccurrenceAnswer = 'DONE'
  return answer === 'DONE_OK' && kind === 'OPERATION' ? done : answer === 'DONE' && kind === 'CONTROL' ? 'DONE_OK' : answer
}
