import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { en } from '#areas/exemptions/locales/en.ts'
import { fr } from '#areas/exemptions/locales/fr.ts'

/** An organisation always has a register of exemptions (EXM-05, GEN-26). Its identifier is said, so that no counter is locked before what else begins. */
export async function makeDefaultRegister(tx: Tx, _event: DomainEvent, resources: Resources): Promise<void> {
  const registers = resourceOf(resources, 'exemption_register')
  await createRow(tx, authorizeVerb(tx, registers, 'create'), registers, resources, {
    identifier: 'ER-0',
    name_en: en.first_register,
    name_fr: fr.first_register,
  })
}
