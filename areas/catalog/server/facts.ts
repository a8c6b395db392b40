import { sql, type RawBuilder } from 'kysely'

/** The models of measures of a customer, to stand behind `from`. */
export const everyModel = (customer: unknown): RawBuilder<unknown> => sql`(select in_model.* from solution in_model where in_model.customer_id = ${customer})`

/** A query for the ids of the models of measures that help against a threat. */
export const modelsAgainst = (customer: unknown, threat: unknown): RawBuilder<unknown> =>
  sql`(select in_link.target_id from threat__solutions in_link where in_link.customer_id = ${customer} and in_link.owner_id = ${threat})`

/** A query for the ids of the models of measures that help against a risk of a model. */
export const modelsOfRisk = (customer: unknown, model: unknown): RawBuilder<unknown> =>
  sql`(select in_link.target_id from risk_model__solutions in_link where in_link.customer_id = ${customer} and in_link.owner_id = ${model})`
