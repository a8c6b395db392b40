/** Stored statuses of an action, in the order of the board (ACT-05). */
export const remediationStatuses = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY', 'FINISHED', 'CANCELLED'] as const
export type RemediationStatus = (typeof remediationStatuses)[number]

/** What the dates of a new action say of it: begun, to come, or still to be planned. Days as `YYYY-MM-DD`. */
export function proposedStatus(start: string | null, target: string | null, today: string): RemediationStatus {
  if (target === null) return 'TO_PLAN'
  return start === null ? 'TO_PLAN' : start <= today ? 'ONGOING' : 'PLANNED'
}

/** Points an improvement action takes off its measure unless another number is chosen (ACT-07). */
export const impactPresets = [0, 25, 50] as const
