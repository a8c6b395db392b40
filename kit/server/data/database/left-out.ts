/**
 * Why rows of a table are in no archive of an organisation: they let somebody in (`secret`) or say how one comes in here (`access`), which is set up anew elsewhere; they are work
 * under way on this server (`work`); or they are told in another form (`told`).
 */
export const leavings = ['secret', 'access', 'work', 'told'] as const
export type Leaving = (typeof leavings)[number]

/** By table; it holds for the table's history and for what hangs on its rows (`<table>__<field>`) as well. */
export type LeftOut = Readonly<Record<string, Leaving>>

/** Of the tables of the kit. */
export const kitLeftOut: LeftOut = {
  audit_base: 'told',
  audit_check: 'work',
  audit_entry: 'told',
  audit_head: 'told',
  audit_log: 'told',
  bulk_edit: 'work',
  export_job: 'work',
  held_job: 'work',
  idempotency_key: 'work',
  outbox_mail: 'secret',
  report_job: 'work',
  scheduled_run: 'work',
}

export const leavingOf = (leftOut: LeftOut, table: string): Leaving | undefined => leftOut[table.replace(/_history$/, '').replace(/__.*$/, '')]
