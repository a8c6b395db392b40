import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { defaultIdentifier } from '#areas/runbooks/contract/runbook.ts'
import { en } from '#areas/runbooks/locales/en.ts'
import { fr } from '#areas/runbooks/locales/fr.ts'

/** An organisation always has a runbook (RUN-04, GEN-26). */
export async function makeDefaultRunbook(tx: Tx, _event: DomainEvent | null, resources: Resources): Promise<number> {
  const runbooks = resourceOf(resources, 'runbook')
  const { id } = await createRow(tx, authorizeVerb(tx, runbooks, 'create'), runbooks, resources, {
    identifier: defaultIdentifier,
    name_en: en.first_runbook,
    name_fr: fr.first_runbook,
  })
  return id
}
