/** How an external ticket of an action or of an occurrence stands, whatever its tool calls it (ACT-05). */
export const externalStatuses = ['OPEN', 'PENDING', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'] as const
export type ExternalStatus = (typeof externalStatuses)[number]
