import type { Action, Day, Measure, Task } from './types.ts'

type MeasureDraft = Pick<Measure, 'key' | 'solution' | 'perimeter' | 'decisions'> & Partial<Pick<Measure, 'servesOperator' | 'beneficiaries' | 'efficiency'>>

/** A measure that serves its own perimeter alone, at full efficiency, unless said otherwise. */
export function measure(draft: MeasureDraft): Measure {
  return { servesOperator: true, beneficiaries: [], efficiency: [], ...draft }
}

type ActionKey = 'key' | 'type' | 'name' | 'plan' | 'perimeter' | 'status' | 'priority' | 'created' | 'cost' | 'workload'
type TaskDraft = Pick<Task, 'name' | 'status'> & Partial<Task>
type ActionDraft = Pick<Action, ActionKey> & Partial<Omit<Action, ActionKey | 'tasks' | 'initialTarget'>> & { readonly tasks?: readonly TaskDraft[] }

/** An action with nothing but what the draft says; its first target date is the one that the first postponement left. */
export function action(draft: ActionDraft): Action {
  const target: Day | null = draft.target ?? null
  return {
    description: null,
    measure: null,
    impact: null,
    statusReason: null,
    manager: null,
    userGroup: null,
    start: null,
    postponements: [],
    done: null,
    labels: [],
    proofs: [],
    comments: [],
    ...draft,
    target,
    initialTarget: draft.postponements?.[0]?.from ?? target,
    tasks: (draft.tasks ?? []).map((task) => ({ manager: null, target: null, ...task })),
  }
}
