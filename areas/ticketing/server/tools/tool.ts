import type { Config, Definition, Reach, Tested } from '#areas/connectors/server/index.ts'

/** A place of the tool where tickets are made: a project of Jira, a table of ServiceNow. */
export interface ToolProject {
  readonly key: string
  readonly name: string
}

/** Where a state stands in the life of a ticket, whatever it is called. */
export type StatePhase = 'open' | 'waiting' | 'working' | 'resolved' | 'closed'

/** A state that tickets of a project have. */
export interface ToolStatus {
  /** What a ticket is compared by; with `outcome` what it is set to. */
  readonly id: string
  readonly name: string
  readonly phase: StatePhase
  /** Closes without result, such as «Won't do»: a target for what is sent, never told of a ticket. */
  readonly outcome?: 'none'
}

/** Where tickets are made. */
export interface TicketPlace {
  readonly project: string
  readonly type: string
}

/** What a ticket holds, in the tool's own values: a state's id, a person's id of the tool, a day. */
export interface TicketFields {
  readonly state: string
  readonly title: string
  readonly due: string | null
  readonly assignee: string | null
  readonly priority: string | null
}

export interface Ticket {
  /** Does not change for as long as the ticket exists. */
  readonly id: string
  /** What people call it; changes where it is moved to another project. */
  readonly key: string
  readonly url: string
  readonly fields: TicketFields
  /** As the tool names the state and whoever it is given to. */
  readonly told: { readonly state: string; readonly assignee: string | null; readonly mail: string | null }
  readonly updated: Date
}

export interface NewTicket {
  readonly title: string
  readonly text: string
  readonly due: string | null
  readonly assignee: string | null
}

export interface ToolComment {
  readonly id: string
  readonly author: string
  readonly text: string
  readonly at: Date
  /** Ours, where it carries one. */
  readonly mark: string | null
}

/** Who changed a field of a ticket last, and when, as far as the tool tells. */
export type LastChange = Readonly<Partial<Record<keyof TicketFields, { readonly who: string; readonly at: Date }>>>

/** What is to become of a ticket; what is not named stays. */
export type TicketChange = Partial<Omit<TicketFields, 'priority'>>

/** A tool that keeps tickets. Whatever is made carries a mark of ours, and is looked for by it before it is made again: making is not idempotent anywhere. */
export interface TicketTool {
  readonly definition: Definition
  readonly test: (config: Config, reach: Reach) => Promise<Tested>
  readonly projects: (config: Config, reach: Reach) => Promise<readonly ToolProject[]>
  /** What kinds of tickets a project has, by the names that `create` takes. */
  readonly types: (config: Config, reach: Reach, project: string) => Promise<readonly string[]>
  readonly statuses: (config: Config, reach: Reach, place: TicketPlace) => Promise<readonly ToolStatus[]>
  /** Priorities from the highest to the lowest. */
  readonly priorities: (config: Config, reach: Reach) => Promise<readonly string[]>
  /** The tool's id of whoever has exactly this mail address; null where nobody, or more than one, has it. */
  readonly person: (config: Config, reach: Reach, mail: string) => Promise<string | null>
  /** Throws a fault `refused` where the tickets of a place are not to be seen by whoever is signed in: then what is not found is not gone. */
  readonly sees: (config: Config, reach: Reach, place: TicketPlace) => Promise<void>
  /** What was made with a mark, or null; what was made in the last minutes may not be found yet (`settles`). */
  readonly find: (config: Config, reach: Reach, place: TicketPlace, mark: string) => Promise<Ticket | null>
  /** Seconds after which what was made is surely found by its mark. */
  readonly settles: number
  /** Sent once and never again by itself. A field that the project does not take is left out and said in the log. */
  readonly create: (config: Config, reach: Reach, place: TicketPlace, ticket: NewTicket, mark: string) => Promise<Ticket>
  /** Null where it is gone, or not to be seen any more. */
  readonly read: (config: Config, reach: Reach, id: string) => Promise<Ticket | null>
  /** Tickets of a place that changed since a moment, with an overlap: a page at a time, some of them unchanged. */
  readonly changedSince: (config: Config, reach: Reach, place: TicketPlace, since: Date) => AsyncIterable<readonly Ticket[]>
  /** Null where it is gone. Throws a fault `refused` where the way to the state is closed. */
  readonly change: (config: Config, reach: Reach, id: string, change: TicketChange) => Promise<Ticket | null>
  readonly comments: (config: Config, reach: Reach, id: string) => AsyncIterable<readonly ToolComment[]>
  readonly comment: (config: Config, reach: Reach, id: string, text: string, mark: string) => Promise<string>
  /** Puts a link at a ticket; the same one twice is one. */
  readonly link: (config: Config, reach: Reach, id: string, link: { readonly url: string; readonly title: string }) => Promise<void>
  readonly lastChange: (config: Config, reach: Reach, id: string) => Promise<LastChange>
}
