import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { holdsName, isStrongPassword } from '#areas/access/contract/password.ts'
import { verifyPassword } from './password.ts'

/**
 * Why an account may not choose a password, as a catalogue key; null when it may. Hashes once for each password that is remembered, so only what is otherwise good;
 * `before` is called first then, and may refuse.
 */
export async function passwordFault(
  db: DatabaseAccess,
  account: { readonly id: number; readonly email: string },
  value: string,
  before?: () => Promise<void>,
): Promise<string | null> {
  if (!isStrongPassword(value)) return 'access.errors.password_policy'
  const names = await db.alone<{ name: string }>('select name from names_of_account($1)', [account.id])
  if (
    holdsName(
      value,
      account.email,
      names.map(({ name }) => name),
    )
  )
    return 'access.errors.password_name'
  await before?.()
  const remembered = await db.alone<{ password_hash: string }>('select password_hash from remembered_passwords($1)', [account.id])
  const again = await Promise.all(remembered.map(({ password_hash: hash }) => verifyPassword(hash, value)))
  return again.includes(true) ? 'access.errors.password_again' : null
}

/** Throws with every wrong field named when a password may not be chosen, or was not typed the same twice. */
export async function demandChoosable(
  db: DatabaseAccess,
  account: { readonly id: number; readonly email: string },
  fields: { readonly name: string; readonly value: string; readonly confirmName: string; readonly confirm: string },
): Promise<void> {
  const wrong: FieldMessages = {}
  const fault = await passwordFault(db, account, fields.value)
  if (fault) wrong[fields.name] = [{ key: fault }]
  if (fields.confirm !== fields.value) wrong[fields.confirmName] = [{ key: 'access.errors.password_differs' }]
  if (Object.keys(wrong).length > 0) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: wrong })
}
