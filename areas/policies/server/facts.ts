import { sql, type RawBuilder } from 'kysely'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import { policyRules } from './rules.ts'

/** A query for the ids of a requirement in all editions of its policy. */
export const editionsOf = (customer: unknown, lineage: unknown): RawBuilder<unknown> =>
  sql`(select in_edition.id from control in_edition where in_edition.customer_id = ${customer} and in_edition.lineage_id = ${lineage})`

/** Versions that were published, of policies not archived, each with whether it is the `current` one, to stand behind `from`. */
export const publishedVersions = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_version.*, in_policy.current_version_id is not distinct from in_version.id as current from policy_version in_version
    join policy in_policy on in_policy.customer_id = in_version.customer_id and in_policy.id = in_version.policy_id and not in_policy.archived
    where in_version.customer_id = ${customer} and in_version.status <> 'DRAFT')`

/** What is in force where: the applications of published versions of policies not archived, to stand behind `from`. */
export const policiesInForce = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_application.* from policy_application in_application
    join policy_version in_version on in_version.customer_id = in_application.customer_id and in_version.id = in_application.policy_version_id and in_version.status <> 'DRAFT'
    join policy in_policy on in_policy.customer_id = in_application.customer_id and in_policy.id = in_application.policy_id and not in_policy.archived
    where in_application.customer_id = ${customer})`

/** A query for the `policy_id` and `id` of each version that is applied somewhere. */
export const appliedVersions = (customer: unknown): RawBuilder<unknown> =>
  sql`select distinct policy_id, policy_version_id as id from policy_application where customer_id = ${customer}`

/** The policy of each link to a model that somebody is to confirm, once for each, where its requirement stands in the current edition or in the first draft; to stand behind `from`. */
export const policiesOfLinksToConfirm = (customer: unknown): RawBuilder<unknown> =>
  sql`(select p.* from control_solution s join control_lineage l on l.customer_id = s.customer_id and l.id = s.lineage_id join policy p on p.customer_id = l.customer_id and p.id = l.policy_id
    where s.customer_id = ${customer} and s.to_confirm and not p.archived and exists (select 1 from control c where c.customer_id = s.customer_id and c.lineage_id = s.lineage_id
      and c.policy_version_id = coalesce(p.current_version_id, (select v.id from policy_version v where v.customer_id = p.customer_id and v.policy_id = p.id and v.status = 'DRAFT'))))`

/** Whether a policy is applied in a perimeter, in whatever edition. */
export const policyAppliedAt = (customer: unknown, policy: unknown, perimeter: unknown): RawBuilder<boolean> =>
  sql`exists (select 1 from policy_application in_application where in_application.customer_id = ${customer} and in_application.policy_id = ${policy}
    and in_application.perimeter_id = ${perimeter})`

/** A query for the ids of the perimeters in which a policy is applied, as `id`. */
export const placesOfPolicy = (customer: unknown, policy: unknown): RawBuilder<unknown> =>
  sql`select in_application.perimeter_id as id from policy_application in_application where in_application.customer_id = ${customer} and in_application.policy_id = ${policy}`

/** How many policies are applied in a perimeter. */
export const policiesAt = (customer: unknown, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select count(*) from policy_application in_application where in_application.customer_id = ${customer} and in_application.perimeter_id = ${perimeter})`

/** Whether a requirement is one of an edition that is applied in a perimeter. */
export const requirementAppliedAt = (customer: unknown, lineage: unknown, perimeter: unknown): RawBuilder<boolean> =>
  sql`exists (select 1 from policy_application in_application
    join control in_control on in_control.customer_id = in_application.customer_id and in_control.policy_version_id = in_application.policy_version_id
    where in_application.customer_id = ${customer} and in_application.perimeter_id = ${perimeter} and in_control.lineage_id = ${lineage})`

/** How many requirements a model answers, of the editions that are applied in the perimeters for which something holds. */
export const requirementsAnswered = (customer: unknown, model: unknown, holds: (perimeter: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(distinct in_control.lineage_id)::int from control_solution in_link
    join control in_control on in_control.customer_id = in_link.customer_id and in_control.lineage_id = in_link.lineage_id
    join policy_application in_application on in_application.customer_id = in_control.customer_id and in_application.policy_version_id = in_control.policy_version_id
    where in_link.customer_id = ${customer} and in_link.solution_id = ${model} and ${holds(sql`in_application.perimeter_id`)})`

/**
 * The same of many models at once: rows of `solution_id` and `count`, to stand behind `from`; `asked` names the models (`solution_id`), each with a perimeter (`perimeter_id`) for which its requirements count. Of
 * models that answer none there is no row.
 */
export const requirementsByModel = (customer: unknown, asked: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select in_version.solution_id, count(distinct in_control.lineage_id)::int as count
    from (select distinct in_asked.solution_id, in_application.policy_version_id from ${asked} in_asked
        join policy_application in_application on in_application.customer_id = ${customer} and in_application.perimeter_id = in_asked.perimeter_id) in_version
      join control_solution in_link on in_link.customer_id = ${customer} and in_link.solution_id = in_version.solution_id
      join control in_control on in_control.customer_id = ${customer} and in_control.lineage_id = in_link.lineage_id and in_control.policy_version_id = in_version.policy_version_id
    group by in_version.solution_id)`

/** Whether a policy in force in the perimeter of a row has a requirement that the model of the row answers; `policy` is an id or `any` of some. */
export const isCalledFor = (row: RowRef, policy: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from control_solution cs
    join control c on c.customer_id = cs.customer_id and c.lineage_id = cs.lineage_id
    join policy_application a on a.customer_id = c.customer_id and a.policy_version_id = c.policy_version_id and a.perimeter_id = ${row('perimeter_id')}
    where cs.customer_id = ${row('customer_id')} and cs.solution_id = ${row('solution_id')} and a.policy_id = ${policy})`

/** The policies that call for a row so, as far as the reader may open them. */
export const policiesCalling: Derived = (row, lang, who) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', lang)}, 'identifier', p.identifier) order by p.id), '[]')
    from policy p where ${isCalledFor(row, sql`p.id`)} and p.customer_id = ${row('customer_id')} and ${asSql(who ? policyRules.read(rowRef('p'), who) : false)})`

/** The policies of a customer, to stand behind `from`. */
export const everyPolicy = (customer: unknown): RawBuilder<unknown> => sql`(select in_policy.* from policy in_policy where in_policy.customer_id = ${customer})`

/** The versions of policies, drafts too, to stand behind `from`. */
export const everyVersion = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_version.* from policy_version in_version where in_version.customer_id = ${customer})`

/** Requirements as they stand in all versions, to stand behind `from`. */
export const everyRequirement = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_control.* from control in_control where in_control.customer_id = ${customer})`

/** The same as they are now, whatever day is read. */
export const requirementsNow = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_control.* from public.control in_control where in_control.customer_id = ${customer})`

/** What answers what: links of requirements to models of measures, to stand behind `from`. */
export const everyLink = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_link.* from control_solution in_link where in_link.customer_id = ${customer})`

/** The applications of policies in perimeters, whatever became of the policy, to stand behind `from`. */
export const everyApplication = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_application.* from policy_application in_application where in_application.customer_id = ${customer})`

/** Requirements through all versions, with the `key` of their framework, to stand behind `from`. */
export const everyLineage = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_lineage.* from control_lineage in_lineage where in_lineage.customer_id = ${customer})`

/** Where somebody said that a requirement does not apply, to stand behind `from`. */
export const notApplicable = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_place.* from control_not_applicable in_place where in_place.customer_id = ${customer})`

/** The version of a policy that is in force: null where none was published or there is no such policy. */
export const versionInForce = (customer: unknown, policy: unknown): RawBuilder<number | null> =>
  sql`(select in_policy.current_version_id from policy in_policy where in_policy.customer_id = ${customer} and in_policy.id = ${policy}::bigint)`

/**
 * By what policies of several customers are known to be one framework, to stand behind `from`: the name of a library, else the shared policy that was copied. What an organisation wrote itself
 * has none, and a copy within it is its own text.
 */
export const frameworksOf = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_policy.id, coalesce(in_policy.urn, case when in_policy.origin_customer_id <> in_policy.customer_id then 'shared:' || in_policy.origin_id end) as framework
    from policy in_policy where in_policy.customer_id = ${customer})`

/** By what groups of requirements are known in every edition and copy of their framework, to stand behind `from`. */
export const themesOf = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_group.id, coalesce(in_group.urn, in_group.identifier collate "C", in_group.name_en collate "C", in_group.name_fr collate "C") as theme
    from control_group in_group where in_group.customer_id = ${customer})`
