import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { StoredOf } from '#kit/contract/entity.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ispProject } from '#areas/projects/contract/isp-project.ts'
import { leftFields, orderOf, previousDate } from '#areas/projects/contract/steps.ts'

// An interrupted project is nobody's to write: those who may decide about it interrupt it and take it up again. That they may is the caller's to ask.
const rest = (tx: Tx, resources: Resources, id: number, changes: Changes, action: string, version?: number) =>
  updateRow(tx, systemGrant('projects that rest and are taken up again', tx.who), resourceOf(resources, 'isp_project'), resources, id, changes, {
    action,
    ...(version !== undefined && { version }),
  })

/** Nothing of it changes from now on; throws CONFLICT where it is not ongoing. */
export async function interruptProject(tx: Tx, resources: Resources, id: number, comment: string | null, version?: number): Promise<void> {
  const projects = resourceOf(resources, 'isp_project')
  const row = await lockRow(tx, authorizeVerb(tx, projects, 'update'), projects, resources, id, 'update', version)
  if (row.status !== 'ONGOING') throw new AppError('CONFLICT', 'projects.errors.not_ongoing')
  await rest(tx, resources, id, { status: 'INTERRUPTED', status_reason: comment }, 'interrupt')
}

/** Goes on at its step; a closed one at the step from which it was closed. Throws CONFLICT where it is ongoing. */
export async function resumeProject(tx: Tx, resources: Resources, id: number, version?: number): Promise<void> {
  const row = await tx.first(
    sql<StoredOf<typeof ispProject>>`select t.* from isp_project t where t.customer_id = ${tx.customerId} and t.id = ${id} for no key update`,
  )
  if (!row || row.status === 'ONGOING') throw new AppError('CONFLICT', 'projects.errors.not_resting')
  const from = row.closed_from ?? 'PRODUCTION'
  const back = { dev_step: from, [leftFields[orderOf(from) - 1] ?? '']: null, step_since: previousDate(row, from) ?? tx.today, closed_from: null }
  await rest(tx, resources, id, { status: 'ONGOING', status_reason: null, ...(row.status === 'CLOSED' && back) }, 'reopen', version)
}
