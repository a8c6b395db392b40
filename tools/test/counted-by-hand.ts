import type pg from 'pg'
import type { Person } from '#app/test/worlds/test-app.ts'
import type { Role } from '#kit/contract/right.ts'

/**
 * Who sees what, by hand: SQL on the tables themselves that knows nothing of rules, lists and filters, for tests that compare it with what the product tells.
 */

/** Where it is counted. */
export interface Desk {
  readonly client: pg.Client
  readonly customer: number
}

type Reads = Exclude<Role, 'global_pilote' | 'global_auditor'>
type Seen = Readonly<Record<Reads, string | null>>

/** Rows `t` by who sees them: `place`, what a local role is given with all below and its grouping; `mine`, given to them or one of their groups. Null: nothing is told. */
const at = '(t.perimeter_id in (select id from place))'
const grouping = '(t.tag_id in (select tag_id from me))'
const mineOf = (t: string, person = 'manager_id', group = 'group_id') => `(${t}.${person} = $2 or ${t}.${group} in (select id from mygroups))`
const mine = mineOf('t')
const created = '(t.created_by = $2)'
const givenOf = (entity: string, column: string) =>
  `(${column} in (select object_id from assignment where customer_id = $1 and entity = '${entity}' and (member_id = $2 or group_id in (select id from mygroups))))`
const linked = (table: string, of: string, where: string) => `exists (select 1 from ${table} l where l.customer_id = $1 and l.owner_id = ${of} and ${where})`
const any = (...conditions: string[]) => `(${conditions.join(' or ')})`

const begun = "(t.campaign_id in (select id from campaign where customer_id = $1 and status in ('METRIC_ENTRY', 'STARTED', 'FINISHED')))"
const asked = `(${begun} and ${any(mineOf('t', 'evaluator_id'), mineOf('t', 'validator_id', 'validator_group_id'), linked('evaluation__helpers', 't.id', 'l.target_id = $2'))})`
const hasOne = (which: string) => `t.id in (select t.campaign_id from evaluation t where t.customer_id = $1 and ${which})`
const shownBy = (condition: (of: string) => string | null) => {
  const rows = [
    ['remediation', ['remediation__evidences', 'remediation__task_evidences']],
    ['occurrence', ['occurrence__evidences']],
  ] as const
  return any(
    ...rows.flatMap(([table, links]) => {
      const where = condition(table)
      return where === null
        ? []
        : links.map(
            (link) =>
              `exists (select 1 from ${link} l join ${table} r on r.customer_id = $1 and r.id = l.owner_id where l.customer_id = $1 and l.target_id = t.id and ${where})`,
          )
    }),
  )
}
const shownThere = shownBy((table) =>
  table === 'remediation'
    ? 'r.perimeter_id in (select id from place)'
    : any('r.perimeter_id in (select id from place)', 'r.tag_id in (select tag_id from me)', givenOf('runbook', 'r.runbook_id')),
)
const ofTask = (of: string) => `exists (select 1 from remediation__tasks k where k.customer_id = $1 and k.owner_id = ${of}.id and k.manager_id = $2)`
const shownToWorkers = shownBy((table) =>
  table === 'remediation'
    ? any(mineOf('r'), ofTask('r'), givenOf('program', 'r.program_id'))
    : any(mineOf('r'), 'r.approver_id = $2', givenOf('runbook', 'r.runbook_id')),
)
const appliedHere = (policy: string) =>
  `exists (select 1 from policy_application a where a.customer_id = $1 and a.policy_id = ${policy} and a.perimeter_id in (select id from place))`
const inPolicy = (policy: string) => any(appliedHere(policy), givenOf('policy', policy))
const ofVersion = '(select v.policy_id from policy_version v where v.customer_id = $1 and v.id = t.policy_version_id)'
const ofSupplier = (where: string) => `t.supplier_id in (select t.id from supplier t where t.customer_id = $1 and ${where})`
const approves = 't.register_id in (select owner_id from risk_register__approvers where customer_id = $1 and target_id = $2)'
const toldOf = linked('incident__told', 't.id', 'l.target_id = $2')
const local = (where: string, contributor: string | null): Seen => ({ local_pilote: where, local_auditor: where, contributor })
const everybody = "(t.kind = 'MEMBER' or t.id = $2)"

/** Of every entity that dashboards tell rows of. */
export const seen: Readonly<Record<string, Seen & { readonly global?: string; readonly global_auditor?: string | null }>> = {
  member: { ...local(everybody, everybody), global: everybody },
  perimeter: local('t.id in (select id from place)', 't.id in (select id from place)'),
  metric: {
    ...local(linked('metric__perimeters', 't.id', 'l.target_id in (select id from place)'), mine),
    local_pilote: any(mine, linked('metric__perimeters', 't.id', 'l.target_id in (select id from place)')),
  },
  evidence: { local_pilote: any(at, mine, created, shownThere), local_auditor: any(at, shownThere), contributor: any(mine, created, shownToWorkers) },
  control: local(inPolicy(ofVersion), null),
  policy: local(inPolicy('t.id'), null),
  occurrence: {
    local_pilote: any(at, grouping, givenOf('runbook', 't.runbook_id'), mine, 't.approver_id = $2'),
    local_auditor: any(at, grouping, givenOf('runbook', 't.runbook_id')),
    contributor: any(mine, 't.approver_id = $2', givenOf('runbook', 't.runbook_id')),
  },
  measure: local(
    any(at, 'exists (select 1 from measure_beneficiary b where b.customer_id = $1 and b.measure_id = t.id and b.perimeter_id in (select id from place))'),
    null,
  ),
  incident: {
    ...local(any(`(not t.confidential and ${any(at, grouping)})`, mine, created, toldOf), any(mine, created, toldOf)),
    global_auditor: any('not t.confidential', mine, created, toldOf),
  },
  exemption: {
    local_pilote: any(
      linked('exemption__perimeters', 't.id', 'l.target_id in (select id from place)'),
      grouping,
      givenOf('exemption_register', 't.register_id'),
      mine,
      created,
      't.requester_id = $2',
    ),
    local_auditor: any(
      linked('exemption__perimeters', 't.id', 'l.target_id in (select id from place)'),
      grouping,
      givenOf('exemption_register', 't.register_id'),
    ),
    contributor: any(givenOf('exemption_register', 't.register_id'), mine, created, 't.requester_id = $2'),
  },
  gap: local(any(at, grouping, givenOf('gap_register', 't.register_id')), any(mine, created, givenOf('gap_register', 't.register_id'))),
  remediation: local(at, any(mine, ofTask('t'), givenOf('program', 't.program_id'))),
  risk: {
    local_pilote: any(at, grouping, givenOf('risk_register', 't.register_id'), approves),
    local_auditor: any(at, grouping, givenOf('risk_register', 't.register_id')),
    contributor: any(mine, givenOf('risk_register', 't.register_id'), approves),
  },
  campaign: { local_pilote: any(mine, created, hasOne(any(at, asked))), local_auditor: hasOne(at), contributor: hasOne(asked) },
  evaluation: { local_pilote: any(at, asked), local_auditor: at, contributor: asked },
  risk_analysis: { local_pilote: any(at, mine), local_auditor: at, contributor: null },
  risk_scenario: {
    local_pilote: `t.analysis_id in (select t.id from risk_analysis t where t.customer_id = $1 and ${any(at, mine)})`,
    local_auditor: `t.analysis_id in (select t.id from risk_analysis t where t.customer_id = $1 and ${at})`,
    contributor: null,
  },
  supplier: local(at, null),
  supplier_contract: local(ofSupplier(at), null),
  supplier_service: local(ofSupplier(at), null),
  isp_project: {
    local_pilote: any(at, grouping, mine, givenOf('isp_project', 't.id')),
    local_auditor: any(at, grouping),
    contributor: any(mine, givenOf('isp_project', 't.id')),
  },
  review: {
    local_pilote: at,
    local_auditor: null,
    global_auditor: null,
    contributor: `exists (select 1 from remediation r where r.customer_id = $1 and r.id = t.remediation_id and ${any(mineOf('r'), ofTask('r'))})`,
  },
}

const there = 't.perimeter_id in (select id from below)'
const appliedBelow = (policy: string) =>
  `exists (select 1 from policy_application a where a.customer_id = $1 and a.policy_id = ${policy} and a.perimeter_id in (select id from below))`
/** Rows that are in a perimeter or below it, where a dashboard is kept to one. */
const placed: Readonly<Record<string, string>> = {
  member: linked('member__perimeters', 't.id', 'l.target_id in (select id from below)'),
  perimeter: 't.id in (select id from below)',
  metric: linked('metric__perimeters', 't.id', 'l.target_id in (select id from below)'),
  exemption: linked('exemption__perimeters', 't.id', 'l.target_id in (select id from below)'),
  policy: appliedBelow('t.id'),
  // A requirement is where the version that holds it is in force, at its level and in its groups.
  control: `exists (select 1 from policy_application a where a.customer_id = $1 and a.policy_version_id = t.policy_version_id and a.perimeter_id in (select id from below)
    and (a.level is null or t.level is null or t.level <= a.level) and (a.implementation_groups is null or jsonb_array_length(t.implementation_groups) = 0
      or exists (select 1 from jsonb_array_elements_text(t.implementation_groups) g, jsonb_array_elements_text(a.implementation_groups) h where g = h)))`,
  campaign: linked('campaign__perimeters', 't.id', 'l.target_id in (select id from below)'),
  supplier_contract: ofSupplier(there),
  supplier_service: ofSupplier(there),
  // Nothing of it is in any perimeter: all of it is told wherever a dashboard is kept to.
  risk_scenario: 'true',
}

/** Declared figures by hand, of what has a day by which it is done: its states that are over, and that day. */
export const work: Readonly<Record<string, { readonly over: string; readonly due?: string }>> = {
  occurrence: { over: "t.status in ('PENDING_APPROVAL', 'DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA')", due: 't.due_date' },
  // It is late by its clocks as well.
  incident: { over: "t.status = 'CLOSED'" },
  gap: { over: "t.status = 'CLOSE'", due: 't.target_date' },
  remediation: { over: "t.status in ('FINISHED', 'CANCELLED')", due: 't.target_date' },
  risk: { over: "t.treatment = 'CLOSED'", due: 't.target_date' },
}

/** From here on what is counted by hand is counted as somebody, in a place: who they are, where they are responsible, and what lies below the place. */
export async function standAt({ client, customer }: Desk, { memberId }: Pick<Person, 'memberId'>, place: number | null): Promise<void> {
  const below = (of: string, table: string) =>
    `with recursive r(id) as (${of} union select p.id from perimeter p join r on p.parent_id = r.id where p.customer_id = ${customer}) select id from r${table}`
  const made = {
    me: `select id, tag_id from member where customer_id = ${customer} and id = ${memberId}`,
    mygroups: `select owner_id as id from group__members where customer_id = ${customer} and target_id = ${memberId}`,
    place: below(
      `select target_id from member__perimeters where customer_id = ${customer} and owner_id = ${memberId}`,
      ` union select l.target_id from tag__perimeters l join member m on m.customer_id = ${customer} and m.id = ${memberId} and l.owner_id = m.tag_id where l.customer_id = ${customer}`,
    ),
    below: below(`select ${place ?? 'null'}::bigint where ${place !== null}`, ''),
  }
  for (const [name, text] of Object.entries(made)) await client.query(`drop table if exists pg_temp.${name}; create temp table ${name} as ${text}`)
}

/** Rows of an entity that somebody sees in a place, as a condition on `t`; null where nothing of it is told to them. */
export function visible(entity: string, role: Role, place: number | null): string | null {
  const rule = seen[entity]
  if (!rule) throw new Error(`Nobody counts ${entity} by hand: say who sees its rows`)
  const who =
    role === 'global_pilote'
      ? (rule.global ?? 'true')
      : role === 'global_auditor'
        ? rule.global_auditor === undefined
          ? (rule.global ?? 'true')
          : rule.global_auditor
        : rule[role]
  if (who === null) return null
  return place === null ? `(${who})` : `((${who}) and (${placed[entity] ?? there}))`
}

/** Rows `t` of an entity that are counted by hand, by whoever stands there. */
export async function byHand<R extends pg.QueryResultRow>(
  { client, customer }: Desk,
  entity: string,
  columns: string,
  where: string,
  { memberId }: Pick<Person, 'memberId'>,
  place: number | null,
  rest = '',
): Promise<R[]> {
  // Every one of them is given its type, asked or not.
  const text = `select ${columns} from ${entity} t where t.customer_id = $1 and $2::bigint is not null and ($3::bigint is null or true) and ${where} ${rest}`
  return (await client.query<R>(text, [customer, memberId, place])).rows
}
