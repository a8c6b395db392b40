import { isOpenState, type WorkItem } from '#kit/contract/work-item.ts'

/** Whether a move closes the work for good and asks for no reason. */
export function endsWell(work: WorkItem, name: string): boolean {
  const move = work.moves[name]
  return move !== undefined && work.states[move.to]?.closed === true && !move.danger && !move.reason && !work.states[move.to]?.reason
}

/**
 * Of the moves offered from a status, by name, the one that the status asks for: the first declared that leads on and asks for no reason. What is over
 * asks for nothing.
 */
export function primaryMove(work: WorkItem, from: string, offered: readonly string[]): string | undefined {
  if (!isOpenState(work, from)) return undefined
  return Object.entries(work.moves).find(
    ([name, { to, reason, danger }]) => offered.includes(name) && to !== work.begins && to !== from && !danger && !reason && !work.states[to]?.reason,
  )?.[0]
}
