import { sql, type RawBuilder } from 'kysely'

/** The instances of the installation, to stand behind `from`. */
export const everyInstance: RawBuilder<unknown> = sql`(select in_instance.* from instance in_instance)`

/** All accounts, each with its address and the hash of its password, to stand behind `from`; only the provider's role sees any. */
export const everyAccount: RawBuilder<unknown> = sql`(select in_account.id, in_account.email, in_account.password_hash from account in_account)`
