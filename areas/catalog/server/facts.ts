import { sql, type RawBuilder } from 'kysely'

/** The models of measures of a customer, to stand behind `from`. */
export const everyModel = (customer: unknown): RawBuilder<unknown> => sql`(select in_model.* from solution in_model where in_model.customer_id = ${customer})`

/** A query for the ids of the models of measures that help against a threat. */
export const modelsAgainst = (customer: unknown, threat: unknown): RawBuilder<unknown> =>
  sql`(select in_link.target_id from threat__solutions in_link where in_link.customer_id = ${customer} and in_link.owner_id = ${threat})`

/** A query for the ids of the models of measures that help against a risk of a model. */
export const modelsOfRisk = (customer: unknown, model: unknown): RawBuilder<unknown> =>
  sql`(select in_link.target_id from risk_model__solutions in_link where in_link.customer_id = ${customer} and in_link.owner_id = ${model})`

/** The models of actions of a customer, to stand behind `from`. */
export const everyActionModel = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_model.* from remediation_model in_model where in_model.customer_id = ${customer})`

/** The models of metrics of a customer, to stand behind `from`. */
export const everyMetricModel = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_model.* from metric_model in_model where in_model.customer_id = ${customer})`

/** Which model of metrics, as `target_id`, a model of indicators needs, as `owner_id`, to stand behind `from`. */
export const metricsOfIndicatorModels = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_link.* from indicator_model__metrics in_link where in_link.customer_id = ${customer})`

/** The labels of a customer, to stand behind `from`. */
export const everyLabel = (customer: unknown): RawBuilder<unknown> => sql`(select in_label.* from label in_label where in_label.customer_id = ${customer})`

/** Pairs of requirements of two frameworks that have to do with each other, to stand behind `from`. */
export const everyMapping = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_pair.* from mapping_pair in_pair where in_pair.customer_id = ${customer} and in_pair.relationship <> 'not_related')`
