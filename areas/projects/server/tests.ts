import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

interface Tested {
  readonly id: number
  readonly name: string
  readonly result: string | null
  readonly note: string | null
  readonly gap: number | null
}

/** Opens a gap for a failed test of a project and keeps it with the test. Throws NOT_FOUND without such a test, CONFLICT where it has not failed or has a gap. */
export async function openGapOf(tx: Tx, resources: Resources, project: number, test: number, register: number, version?: number): Promise<void> {
  const [projects, gaps] = [resourceOf(resources, 'isp_project'), resourceOf(resources, 'gap')]
  const [update, create] = [authorizeVerb(tx, projects, 'update'), authorizeVerb(tx, gaps, 'create')]
  const row = await lockRow(tx, update, projects, resources, project, 'update', version)
  const tests = await tx.run(sql<Tested>`select id, name, result, note, gap_id as gap from isp_project__tests
    where customer_id = ${tx.customerId} and owner_id = ${project} order by position`)
  const one = tests.find(({ id }) => id === test)
  if (!one) throw notFound()
  if (one.result !== 'FAILED') throw new AppError('CONFLICT', 'projects.errors.not_failed')
  if (one.gap !== null) throw new AppError('CONFLICT', 'projects.errors.has_gap')
  const gap = await createRow(tx, create, gaps, resources, {
    [`name_${tx.who.lang}`]: one.name,
    description: one.note,
    register,
    ...(row.perimeter_id === null ? { tag: row.tag_id } : { perimeter: row.perimeter_id }),
    source: 'AUDIT',
  })
  await updateRow(
    tx,
    update,
    projects,
    resources,
    project,
    { tests: tests.map(({ id }) => (id === test ? { id, gap: gap.id } : { id })) },
    { action: 'open_gap' },
  )
}
