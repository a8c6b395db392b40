import { jiraCloud } from './jira-cloud.ts'
import { jiraDataCenter } from './jira-data-center.ts'
import { servicenow } from './servicenow.ts'
import type { TicketTool } from './tool.ts'

/** Every tool of tickets, by the identifier of its definition. */
export const ticketTools: readonly TicketTool[] = [jiraCloud, jiraDataCenter, servicenow]
