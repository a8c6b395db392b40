import { sql } from 'kysely'
import { AdapterFault } from '#areas/connectors/server/index.ts'
import type { ToolState, Kind } from '#areas/ticketing/contract/tables.ts'
import { readHeld } from '#areas/ticketing/server/rows.ts'
import { longestRequest } from '#areas/ticketing/server/tools/answer.ts'
import type { Ticket, TicketTool } from '#areas/ticketing/server/tools/tool.ts'
import { firstBase, valuesHere, valuesThere } from './mapping.ts'
import { externalStatusFor, titleLength } from './one.ts'
import { knowPerson } from './people.ts'
import { mustSee, toldOf, turnSeconds, type Working } from './working.ts'

export interface Wanted {
  readonly id: number
  readonly kind: Kind
  readonly row: number
  readonly mark: string
  readonly project: string
  readonly type: string
  readonly along: readonly string[]
  readonly states: readonly ToolState[]
  readonly tried_at: Date | null
  /** Of one that was gone. */
  readonly external_id: string | null
}

/** Seconds after which whoever tried before surely tries no more, and what they made is surely found. */
const surelyOver = ({ settles }: TicketTool) => Math.max(settles, turnSeconds + longestRequest)

/**
 * Makes a ticket once. That it is tried is committed before: where nobody heard what came of it, it is looked for by its mark, and made again only when the tool would surely find it by then.
 * Answers whether it is to be looked for later.
 */
export async function makeOne(work: Working, wanted: Wanted): Promise<'made' | 'later' | 'refused'> {
  const { tool, config, reach } = work
  const place = { project: wanted.project, type: wanted.type }
  await knowPerson(work, wanted.kind, wanted.row)
  const old = wanted.external_id === null ? null : await tool.read(config, reach, wanted.external_id)
  if (old) {
    await keep(work, wanted, old)
    return 'made'
  }
  if (wanted.external_id !== null) await mustSee(work, place)
  if (wanted.tried_at !== null) {
    const found = await tool.find(config, reach, place, wanted.mark)
    if (found) {
      await keep(work, wanted, found)
      return 'made'
    }
    if (reach.now().getTime() - wanted.tried_at.getTime() < surelyOver(tool) * 1000) return 'later'
  }
  const given = await work.within(async (tx) => {
    const row = await readHeld(tx, wanted.kind, wanted.row)
    const mine = await tx.first(
      sql`update ticket set tried_at = ${tx.now} where customer_id = ${tx.customerId} and id = ${wanted.id} and state = 'WANTED' and tried_at is not distinct from ${wanted.tried_at} returning 1`,
    )
    if (!row || !mine) return null
    const person = wanted.along.includes('assignee')
      ? await tx.first(
          sql<{
            external_id: string | null
          }>`select external_id from ticket_person where customer_id = ${tx.customerId} and connector_id = ${work.connector} and member_id = ${row.manager_id}`,
        )
      : undefined
    const link = `${work.publicUrl}/open/${wanted.kind}/${wanted.row}`
    return {
      title: [row.identifier, row.title]
        .filter((part) => part !== null && part !== '')
        .join(' ')
        .slice(0, titleLength),
      text: [row.text, link].filter((part) => part !== null && part !== '').join('\n\n'),
      due: wanted.along.includes('due') ? row.due : null,
      assignee: person?.external_id ?? null,
    }
  })
  if (!given) return 'later'
  try {
    await keep(work, wanted, await tool.create(config, reach, place, given, wanted.mark))
    return 'made'
  } catch (error) {
    // A refusal and «too many» made nothing; of all else nobody knows.
    if (!(error instanceof AdapterFault) || (error.reason !== 'refused' && error.reason !== 'busy')) throw error
    if (error.reason === 'refused') await mustSee(work, place)
    await work.within((tx) =>
      tx.run(sql`update ticket set tried_at = null, problem = ${error.reason === 'refused' ? 'ticketing.problems.not_made' : null}, told = ${toldOf(work, error)}
        where customer_id = ${tx.customerId} and id = ${wanted.id} and state = 'WANTED'`),
    )
    if (error.reason === 'busy') throw error
    work.counts.troubled += 1
    return 'refused'
  }
}

async function keep(work: Working, wanted: Wanted, made: Ticket): Promise<void> {
  work.counts.made += 1
  await work.within(async (tx) => {
    const row = await readHeld(tx, wanted.kind, wanted.row)
    if (!row) return
    const base = firstBase(valuesHere(row), valuesThere(made.fields))
    await tx.run(sql`update ticket set state = 'THERE', external_id = ${made.id}, key = ${made.key}, url = ${made.url}, base = ${JSON.stringify(base)}::jsonb, seen_version = 0,
        external_status = ${externalStatusFor(wanted.states, made)}, external_state = ${made.told.state}, problem = null, told = null, looked_at = ${tx.now}
      where customer_id = ${tx.customerId} and id = ${wanted.id} and state = 'WANTED'`)
    tx.audit({ entity: wanted.kind, object_id: wanted.row, action: 'ticket_made', details: JSON.stringify({ key: made.key }) })
  })
}
