import type { Resource, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { responsibleColumns } from '#kit/server/data/work/work-sql.ts'

/** Tells whoever has become responsible for work; a group, where nobody in particular is. Nobody is told of what they took themselves. */
export function notifyAssigned(tx: Tx, { def, work }: Resource, row: Stored, before?: Stored): void {
  if (!work?.responsible) return
  const { person, group } = responsibleColumns(work)
  const became = (column: string | null): number[] => {
    const id = column === null ? null : (row[column] ?? null)
    return typeof id !== 'number' || (column !== null && before?.[column] === id) ? [] : [id]
  }
  const members = became(person).filter((id) => id !== tx.who.memberId)
  const groups = person !== null && typeof row[person] === 'number' ? [] : became(group)
  if (members.length + groups.length > 0)
    tx.tell({ kind: 'assigned', entity: def.name, id: row.id, members, groups, cause: `assigned:${def.name}:${row.id}:${row.version}` })
}

/** Tells whoever follows work that it has another status now. */
export function notifyFollowers(tx: Tx, { def, work }: Resource, row: Stored, before: Stored): void {
  if (work && row[work.status] !== before[work.status])
    tx.tell({ kind: 'happened', entity: def.name, id: row.id, followers: true, cause: `moved:${def.name}:${row.id}:${row.version}` })
}
