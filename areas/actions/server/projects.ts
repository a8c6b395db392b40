import { sql, type RawBuilder } from 'kysely'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** What work that is part of a project depends on: ids of projects of the customer whom the statement speaks for. */
export interface ProjectFacts {
  /** A query for those that are closed: their actions rest. */
  readonly closed: RawBuilder<unknown>
  /** A query for those in which nothing begins: they are closed, or have not begun, or are interrupted. */
  readonly resting: RawBuilder<unknown>
}

export const projectFacts = extensionPoint<ProjectFacts>()

/** Whether a project is among those of a fact. */
export const isProject = async (tx: Tx, id: unknown, fact: keyof ProjectFacts): Promise<boolean> => {
  for (const facts of projectFacts.all()) if (await tx.first(sql`select 1 where ${id}::bigint in (${facts[fact]})`)) return true
  return false
}
