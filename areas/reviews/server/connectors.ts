import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { suggestion } from './suggestion.ts'

/** One open review for a connector whose runs fail, however many of them (REV-32); answers its id. */
export async function openFailing(
  tx: Tx,
  resources: Resources,
  connector: { readonly id: number; readonly name: string; readonly source: 'CONNECTOR' | 'MSDEFENDER' },
): Promise<number> {
  const { id, name, source } = connector
  const open = await openOnes(tx, id)
  if (open[0] !== undefined) return open[0]
  const made = await createRow(tx, systemGrant('connectors whose runs fail', tx.who), resourceOf(resources, 'review'), resources, {
    source,
    target: { entity: 'customer_connector', id },
    ...suggestion('CONNECTOR', { name }),
  })
  return made.id
}

/** A good run ends the series, and what asked somebody to look. */
export async function closeFailing(tx: Tx, resources: Resources, connector: number): Promise<void> {
  const open = await openOnes(tx, connector)
  const changes = { status: 'CLOSED', without_effect: true, comment: tx.who.lang === 'fr' ? fr.runs_again : en.runs_again }
  await updateRows(
    tx,
    systemGrant('connectors whose runs fail', tx.who),
    resourceOf(resources, 'review'),
    resources,
    open.map((id) => ({ id, changes })),
    { action: 'withdraw' },
  )
}

async function openOnes(tx: Tx, connector: number): Promise<number[]> {
  const rows = await tx.run(sql<{ id: number }>`select id from review where customer_id = ${tx.customerId} and target_customer_connector_id = ${connector}
    and status = 'OPEN' order by id for no key update`)
  return rows.map(({ id }) => id)
}
