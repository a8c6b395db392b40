import { sql, type RawBuilder } from 'kysely'

/** The instances of the installation, to stand behind `from`. */
export const everyInstance: RawBuilder<unknown> = sql`(select in_instance.* from instance in_instance)`
