import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { en } from '#areas/actions/locales/en.ts'
import { fr } from '#areas/actions/locales/fr.ts'

/** A new organisation has a plan to put its first actions into (GEN-26); the first plan there is is the default one. */
export async function makeDefaultPlan(tx: Tx, _event: DomainEvent, resources: Resources): Promise<void> {
  const programs = resourceOf(resources, 'program')
  await createRow(tx, authorizeVerb(tx, programs, 'create'), programs, resources, { name_en: en.first_plan, name_fr: fr.first_plan })
}
