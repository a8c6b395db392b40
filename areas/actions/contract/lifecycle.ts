/** Stored statuses of an action, in the order of the board (ACT-05). */
export const remediationStatuses = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY', 'FINISHED', 'CANCELLED'] as const
export type RemediationStatus = (typeof remediationStatuses)[number]

const open: readonly RemediationStatus[] = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY']

/** Neither finished nor cancelled. */
export const isOpen = (status: RemediationStatus) => open.includes(status)

/** Open statuses follow each other freely and may end; what has ended is only reopened (ACT-14). */
export function mayBecome(from: RemediationStatus, to: RemediationStatus): boolean {
  if (from === to) return true
  return isOpen(from) ? true : to === 'TO_PLAN' || to === 'ONGOING'
}

/** Nobody works to a date that is not said (decisions, Lifecycles). */
export const needsTargetDate = (status: RemediationStatus) => status === 'PLANNED' || status === 'ONGOING'
export const needsReason = (status: RemediationStatus) => status === 'STANDBY' || status === 'CANCELLED'

/** What the dates of a new action say of it: begun, to come, or still to be planned. Days as `YYYY-MM-DD`. */
export function proposedStatus(start: string | null, target: string | null, today: string): RemediationStatus {
  if (target === null) return 'TO_PLAN'
  return start === null ? 'TO_PLAN' : start <= today ? 'ONGOING' : 'PLANNED'
}

/** Points an improvement action takes off its measure unless another number is chosen (ACT-07). */
export const impactPresets = [0, 25, 50] as const

/** Amber from this many days before the target date on. */
export const soonDays = 14
