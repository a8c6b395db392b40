import { sql, type RawBuilder } from 'kysely'

/** When somebody of a customer came last, a moment; null: never. */
export const lastSignInOf = (customer: unknown, member: unknown): RawBuilder<Date | null> =>
  sql`(select in_sign_in.last_at from member_sign_in in_sign_in where in_sign_in.customer_id = ${customer} and in_sign_in.member_id = ${member})`

/** The identity providers that a customer's people sign in by and whose certificate ends by a day, with `certificate_expires_on`, to stand behind `from`. */
export const certificatesEnding = (customer: unknown, day: unknown): RawBuilder<unknown> =>
  sql`(select in_config.*, in_state.certificate_expires_on from auth_config in_config
    join auth_config_state in_state on in_state.customer_id = in_config.customer_id and in_state.config_id = in_config.id
    where in_config.customer_id = ${customer} and in_config.enabled and in_config.type = 'SAML' and in_state.certificate_expires_on <= ${day})`
