import { resources } from '#app/server/registry.ts'
import type { TestApp } from '#app/test/worlds/test-app.ts'
import { commentEntity } from '#kit/server/http/comment-routes.ts'
import type { Anchor } from '#platform/audit/anchor.ts'
import { verifyDatabase } from '#platform/audit/verify.ts'

/** What `npm run verify-audit` would find wrong in the database of a test. */
export async function auditFaults({ database }: Pick<TestApp, 'database'>, anchor?: Anchor): Promise<readonly string[]> {
  const entities = [...[...resources.values()].map(({ def }) => def), commentEntity]
  return (await verifyDatabase({ ownerUrl: database.ownerUrl, appUrl: database.appUrl, entities, anchor })).faults
}
