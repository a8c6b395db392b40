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

/** The questions that a framework brought, in their order by `position` and `id`, with their `choices` as they are told outside, to stand behind `from`. */
export const questionsOfFramework = (customer: unknown, urn: unknown): RawBuilder<unknown> =>
  sql`(select in_question.*, coalesce((select jsonb_agg(jsonb_build_object('urn', c.urn, 'value_en', c.value_en, 'value_fr', c.value_fr, 'add_score', c.add_score,
      'compute_result', c.compute_result, 'select_implementation_groups', c.select_implementation_groups) order by c.position, c.id)
      from question__choices c where c.customer_id = in_question.customer_id and c.owner_id = in_question.id), '[]') as choices
    from question in_question where in_question.customer_id = ${customer} and in_question.framework_urn = ${urn})`
