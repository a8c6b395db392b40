import { everyEvaluation } from '#areas/campaigns/server/index.ts'
import { everyPolicy, everyRequirement, everyVersion } from '#areas/policies/server/index.ts'
import { everyMeasure } from '#areas/measures/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import type { NodeType } from '#areas/relations/contract/types.ts'
import { riskOpen } from '#areas/risks/server/index.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

/** How the rows `t` below the rows `f` of a level are found: what stands between them, after `from f`. */
type Way = (customer: number, from: NodeType, to: NodeType) => RawBuilder<unknown>

/** What hangs on an object of a type. */
export interface Branch {
  readonly to: NodeType
  readonly way: Way
  /** Only below the root: where something belongs, which would otherwise bring all the rest of it. */
  readonly root?: true
  /** Not below what itself hangs on these: there it would only lead back. */
  readonly not?: readonly NodeType[]
  /** Only when all is asked for. */
  readonly all?: true
}

const rows = (table: string, alias: string, customer: number, on: RawBuilder<unknown>) =>
  sql` join ${sql.table(table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.customer_id`)} = ${customer} and ${on}`

/** The child says to what it belongs. */
const says =
  (field: string): Way =>
  (customer, _, to) =>
    rows(to, 't', customer, sql`${sql.ref(`t.${field}_id`)} = f.id`)
/** The child lists what it is about. */
const lists =
  (field: string): Way =>
  (customer, _, to) =>
    sql`${rows(`${to}__${field}`, 'l', customer, sql`l.target_id = f.id`)}${rows(to, 't', customer, sql`t.id = l.owner_id`)}`
/** The parent says it. */
const referenced =
  (field: string): Way =>
  (customer, from, to) =>
    sql`${rows(from, 'o', customer, sql`o.id = f.id`)}${rows(to, 't', customer, sql`t.id = ${sql.ref(`o.${field}_id`)}`)}`
/** The parent lists it. */
const listed =
  (field: string): Way =>
  (customer, from, to) =>
    sql`${rows(`${from}__${field}`, 'l', customer, sql`l.owner_id = f.id`)}${rows(to, 't', customer, sql`t.id = l.target_id`)}`

/** Requirements of versions that policies stand by, for the models that answer them. */
const current = (alias: string) =>
  sql`exists (select 1 from ${everyPolicy(sql.ref(`${alias}.customer_id`))} y where y.current_version_id = ${sql.ref(`${alias}.policy_version_id`)})`
const answered: Way = (customer) =>
  sql`${rows('control_solution', 'l', customer, sql`l.solution_id = f.id`)}${rows('control', 't', customer, sql`t.lineage_id = l.lineage_id and ${current('t')}`)}`
const answers: Way = (customer) =>
  sql`${rows('control', 'o', customer, sql`o.id = f.id`)}${rows('control_solution', 'l', customer, sql`l.lineage_id = o.lineage_id`)}${rows('solution', 't', customer, sql`t.id = l.solution_id`)}`
/** What a measure's model answers of the versions in force where it stands. */
const calledFor: Way = (customer) =>
  sql`${rows('measure', 'o', customer, sql`o.id = f.id`)}${rows('control_solution', 'l', customer, sql`l.solution_id = o.solution_id`)}${rows('policy_application', 'a', customer, sql`a.perimeter_id = o.perimeter_id`)}${rows('control', 't', customer, sql`t.policy_version_id = a.policy_version_id and t.lineage_id = l.lineage_id`)}`
const applied =
  (from: 'policy' | 'perimeter', to: 'policy' | 'perimeter'): Way =>
  (customer) =>
    sql`${rows('policy_application', 'a', customer, sql`${sql.ref(`a.${from}_id`)} = f.id`)}${rows(to, 't', customer, sql`t.id = ${sql.ref(`a.${to}_id`)}`)}`
/** The content of the version that a policy stands by, whose place above is empty. */
const highest =
  (parent: string): Way =>
  (customer, _, to) =>
    sql`${rows('policy', 'o', customer, sql`o.id = f.id`)}${rows(to, 't', customer, sql`t.policy_version_id = o.current_version_id and ${sql.ref(`t.${parent}_id`)} is null`)}`
const ofPolicy: Way = (customer, from) =>
  sql`${rows(from, 'o', customer, sql`o.id = f.id`)}${rows('policy_version', 'v', customer, sql`v.id = o.policy_version_id`)}${rows('policy', 't', customer, sql`t.id = v.policy_id`)}`
/** The campaigns in which a perimeter is asked. */
const direction: Way = (customer) =>
  sql`${rows('evaluation', 'e', customer, sql`e.perimeter_id = f.id`)}${rows('campaign', 't', customer, sql`t.id = e.campaign_id`)}`
const without: Way = (customer) =>
  rows(
    'perimeter',
    't',
    customer,
    sql`t.type = 'INTERNAL' and not exists (select 1 from ${everyMeasure(sql`t.customer_id`)} m where m.perimeter_id = t.id and m.solution_id = f.id)`,
  )

/** What the security tests of a project found. */
const tested: Way = (customer) => sql`${rows('isp_project__tests', 'l', customer, sql`l.owner_id = f.id`)}${rows('gap', 't', customer, sql`t.id = l.gap_id`)}`

/** What hangs on what: parent → children, by which link, in the order in which they are shown. */
export const branches: Readonly<Record<NodeType, readonly Branch[]>> = {
  perimeter: [
    { to: 'perimeter', way: says('parent') },
    { to: 'policy', way: applied('perimeter', 'policy'), root: true },
    { to: 'measure', way: says('perimeter'), root: true },
    { to: 'remediation', way: says('perimeter'), root: true },
    { to: 'incident', way: says('perimeter'), root: true },
    { to: 'gap', way: says('perimeter'), root: true },
    { to: 'risk', way: says('perimeter'), root: true },
    { to: 'isp_project', way: says('perimeter'), root: true },
    { to: 'indicator', way: lists('perimeters'), root: true },
    { to: 'campaign', way: direction, root: true },
    { to: 'business_value', way: lists('perimeters'), root: true },
    { to: 'supporting_asset', way: says('perimeter'), root: true },
    { to: 'exemption', way: lists('perimeters'), root: true },
    { to: 'gap_register', way: lists('perimeters'), root: true },
    { to: 'tag', way: lists('perimeters'), root: true },
    { to: 'perimeter', way: referenced('parent'), root: true },
  ],
  tag: [
    { to: 'perimeter', way: listed('perimeters') },
    { to: 'incident', way: says('tag') },
    { to: 'gap', way: says('tag') },
    { to: 'risk', way: says('tag') },
    { to: 'isp_project', way: says('tag') },
    { to: 'indicator', way: says('tag') },
    { to: 'exemption', way: says('tag') },
  ],
  policy: [
    { to: 'control_group', way: highest('parent') },
    { to: 'control', way: highest('control_group') },
    { to: 'perimeter', way: applied('policy', 'perimeter'), root: true },
    { to: 'campaign', way: says('policy'), root: true },
  ],
  control_group: [
    { to: 'control_group', way: says('parent') },
    { to: 'control', way: says('control_group') },
    { to: 'control_group', way: referenced('parent'), root: true },
    { to: 'policy', way: ofPolicy, root: true },
  ],
  control: [
    { to: 'solution', way: answers, not: ['measure', 'solution'] },
    { to: 'exemption', way: lists('controls') },
    { to: 'gap', way: says('control') },
    { to: 'control_group', way: referenced('control_group'), root: true },
    { to: 'policy', way: ofPolicy, root: true },
  ],
  solution: [
    { to: 'control', way: answered, root: true },
    { to: 'measure', way: says('solution'), not: ['measure'] },
    { to: 'perimeter', way: without, root: true, all: true },
  ],
  measure: [
    { to: 'control', way: calledFor, not: ['control', 'solution', 'perimeter'] },
    { to: 'remediation', way: says('measure') },
    { to: 'remediation', way: lists('measures') },
    { to: 'incident', way: lists('measures') },
    { to: 'gap', way: lists('measures') },
    { to: 'risk', way: lists('measures') },
    { to: 'indicator', way: lists('measures') },
    { to: 'exemption', way: says('measure') },
    { to: 'solution', way: referenced('solution'), root: true },
    { to: 'perimeter', way: referenced('perimeter'), root: true },
  ],
  remediation: [
    { to: 'measure', way: referenced('measure'), root: true },
    { to: 'measure', way: listed('measures'), root: true },
    { to: 'incident', way: lists('actions'), root: true },
    { to: 'gap', way: lists('actions'), root: true },
    { to: 'risk', way: lists('actions'), root: true },
    { to: 'exemption', way: lists('actions'), root: true },
    { to: 'isp_project', way: referenced('project'), root: true },
    { to: 'perimeter', way: referenced('perimeter'), root: true },
  ],
  gap_register: [
    { to: 'gap', way: says('register') },
    { to: 'perimeter', way: listed('perimeters'), root: true },
  ],
  gap: [
    { to: 'measure', way: listed('measures'), not: ['measure', 'perimeter'] },
    { to: 'remediation', way: listed('actions') },
    { to: 'control', way: referenced('control'), not: ['measure', 'perimeter', 'control'] },
    { to: 'risk', way: lists('gaps') },
    { to: 'gap_register', way: referenced('register'), root: true },
    { to: 'perimeter', way: referenced('perimeter'), root: true },
  ],
  incident: [
    { to: 'measure', way: listed('measures'), not: ['measure', 'perimeter'] },
    { to: 'remediation', way: listed('actions') },
    { to: 'risk', way: listed('risks'), not: ['risk'] },
    { to: 'business_value', way: listed('business_values'), not: ['business_value', 'risk'] },
    { to: 'incident', way: says('duplicate_of') },
    { to: 'incident', way: referenced('duplicate_of'), root: true },
    { to: 'perimeter', way: referenced('perimeter'), root: true },
  ],
  risk: [
    { to: 'measure', way: listed('measures'), not: ['measure', 'perimeter'] },
    { to: 'remediation', way: listed('actions') },
    { to: 'gap', way: listed('gaps'), not: ['gap'] },
    { to: 'incident', way: lists('risks') },
    { to: 'business_value', way: referenced('business_value'), not: ['business_value'] },
    { to: 'supporting_asset', way: listed('supporting_assets'), not: ['supporting_asset'] },
    { to: 'perimeter', way: referenced('perimeter'), root: true },
  ],
  indicator: [
    { to: 'indicator', way: says('parent') },
    { to: 'measure', way: listed('measures'), not: ['measure', 'perimeter'] },
    { to: 'indicator', way: referenced('parent'), root: true },
    { to: 'tag', way: referenced('tag'), root: true },
    { to: 'perimeter', way: listed('perimeters'), root: true },
  ],
  isp_project: [
    { to: 'remediation', way: says('project') },
    { to: 'campaign', way: says('project') },
    { to: 'exemption', way: says('project') },
    { to: 'gap', way: tested },
    { to: 'tag', way: referenced('tag'), root: true },
    { to: 'perimeter', way: referenced('perimeter'), root: true },
  ],
  campaign: [{ to: 'isp_project', way: referenced('project'), not: ['isp_project', 'perimeter'] }],
  business_value: [
    { to: 'supporting_asset', way: lists('business_values'), not: ['supporting_asset', 'perimeter'] },
    { to: 'risk', way: says('business_value'), not: ['risk', 'perimeter'] },
    { to: 'incident', way: lists('business_values'), not: ['incident', 'perimeter'] },
  ],
  supporting_asset: [
    { to: 'business_value', way: listed('business_values'), not: ['business_value', 'perimeter'] },
    { to: 'risk', way: lists('supporting_assets'), not: ['risk', 'perimeter'] },
  ],
  exemption: [
    { to: 'measure', way: referenced('measure'), not: ['measure', 'perimeter'] },
    { to: 'isp_project', way: referenced('project'), not: ['isp_project', 'perimeter'] },
    { to: 'remediation', way: listed('actions') },
  ],
}

/** Where the rows that list their perimeters lie. */
const listing = (table: string) => (below: RawBuilder<unknown>) =>
  sql`exists (select 1 from ${sql.table(`${table}__perimeters`)} e where e.customer_id = t.customer_id and e.owner_id = t.id and e.target_id = any(${below}))`
const within = (column: string) => (below: RawBuilder<unknown>) => sql`${sql.ref(`t.${column}`)} = any(${below})`

interface Kind {
  /** Rows that count for nothing any more are no part of a tree, unless it begins with them. */
  readonly live?: RawBuilder<boolean>
  /** Where a row lies, for the filter by perimeter; absent: nowhere in particular. */
  readonly placed?: (below: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly weight?: RawBuilder<unknown>
  /** What its score is looked up by. */
  readonly subject?: RawBuilder<unknown>
  /** What it is called below a type, in place of its name. */
  readonly below?: NodeType
}

const notArchived = sql<boolean>`not t.archived`
const policyOf = sql`(select v.policy_id from ${everyVersion(sql`t.customer_id`)} v where v.id = t.policy_version_id)`

export const kinds: Readonly<Record<NodeType, Kind>> = {
  perimeter: { live: notArchived, placed: within('id'), weight: sql`t.weight` },
  tag: {},
  policy: { live: notArchived, subject: sql`jsonb_build_object('policy_id', t.id)` },
  control_group: {
    weight: sql`coalesce(t.weight, (select sum(c.weight) from ${everyRequirement(sql`t.customer_id`)} c where c.control_group_id = t.id), 0)`,
    subject: sql`jsonb_build_object('policy_id', ${policyOf}, 'version_id', t.policy_version_id, 'node', -t.id)`,
  },
  control: { weight: sql`t.weight`, subject: sql`jsonb_build_object('policy_id', ${policyOf}, 'lineage_id', t.lineage_id)` },
  solution: { live: notArchived },
  measure: {
    live: sql<boolean>`not exists (select 1 from perimeter a where a.customer_id = t.customer_id and a.id = t.perimeter_id and a.archived)`,
    placed: within('perimeter_id'),
    below: 'solution',
  },
  remediation: { placed: within('perimeter_id') },
  gap_register: {},
  gap: { placed: within('perimeter_id') },
  incident: { placed: within('perimeter_id') },
  risk: { placed: within('perimeter_id'), live: riskOpen(rowRef('t')) },
  exemption: { placed: listing('exemption') },
  indicator: { live: notArchived, placed: listing('indicator') },
  isp_project: { placed: within('perimeter_id') },
  campaign: {
    placed: (below) => sql`exists (select 1 from ${everyEvaluation(sql`t.customer_id`)} e where e.campaign_id = t.id and e.perimeter_id = any(${below}))`,
  },
  business_value: { placed: listing('business_value') },
  supporting_asset: { placed: within('perimeter_id') },
}
