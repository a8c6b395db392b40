import { sql } from 'kysely'
import { readers } from '#kit/contract/right.ts'
import { digestShown, type DigestPart, type DigestSource } from '#kit/server/http/area.ts'

const open = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY']
/** Who reads an action that was given to them wherever it is; others only within their reach (see `remediationRules`). */
const readsAnywhere = ['global_pilote', 'global_auditor', 'contributor']

/** What members have to do: actions that they or their groups hold, and their tasks in anybody's actions. */
export const actionDigest: DigestSource = (tx, { kind, memberIds, since }) => {
  const { customerId, today } = tx
  const ids = sql`${memberIds}::bigint[]`
  const todo = sql`r.customer_id = ${customerId} and r.status = any(${open}::text[])`
  const section =
    kind === 'DAILY'
      ? sql`case when day = ${today}::date - 1 then 'late' when day = ${today}::date then 'due' when recent then 'assigned' end`
      : sql`case when day < ${today}::date then 'late' else 'open' end`
  // Nobody is told of what they did themselves, nor of what was theirs a day ago already.
  const news = sql`r.updated_at >= ${since} and r.updated_by is distinct from`
  const then = sql`h.customer_id = ${customerId} and h.valid_from <= ${since} and h.valid_to > ${since}`
  return tx.run(sql<DigestPart>`with mine as (
      select r.manager_id as member_id, r.id, r.identifier, r.name_en, r.name_fr, r.perimeter_id, r.target_date as day, ${news} r.manager_id
          and not exists (select 1 from remediation_history h where ${then} and h.id = r.id and h.manager_id = r.manager_id) as recent
        from remediation r where ${todo} and r.manager_id = any(${ids})
      union all
      select g.target_id, r.id, r.identifier, r.name_en, r.name_fr, r.perimeter_id, r.target_date, ${news} g.target_id
          and not exists (select 1 from remediation_history h where ${then} and h.id = r.id and h.manager_id is null and h.group_id = r.group_id)
        from remediation r join group__members g on g.customer_id = ${customerId} and g.owner_id = r.group_id
        where ${todo} and r.manager_id is null and g.target_id = any(${ids})
      union all
      select k.manager_id, r.id, r.identifier, k.name || ' – ' || coalesce(r.name_en, r.name_fr), k.name || ' – ' || coalesce(r.name_fr, r.name_en),
          r.perimeter_id, k.target_date, k.valid_from >= ${since} and ${news} k.manager_id
          and not exists (select 1 from remediation__tasks_history h where ${then} and h.id = k.id and h.manager_id = k.manager_id)
        from remediation__tasks k join remediation r on r.customer_id = ${customerId} and r.id = k.owner_id
        where k.customer_id = ${customerId} and k.status = 'TO_DO' and ${todo} and k.manager_id = any(${ids})),
    readable as (
      select mine.*, ${section} as section, m.roles && ${readers}::text[] as reader from mine join member m on m.customer_id = ${customerId} and m.id = mine.member_id
      where m.roles && ${readsAnywhere}::text[]
        or exists (select 1 from member__perimeters mp join perimeter_closure c on c.customer_id = ${customerId} and c.ancestor_id = mp.target_id
          where mp.customer_id = ${customerId} and mp.owner_id = m.id and c.descendant_id = mine.perimeter_id)
        or exists (select 1 from tag__perimeters tp where tp.customer_id = ${customerId} and tp.owner_id = m.tag_id and tp.target_id = mine.perimeter_id)),
    ranked as (
      select readable.*, count(*) over (partition by member_id, section) as total, row_number() over (partition by member_id, section order by day, id) as rank
      from readable where section is not null)
    select member_id, section, total::int as total, jsonb_agg(jsonb_build_object('identifier', identifier, 'name_en', name_en, 'name_fr', name_fr, 'day', day,
        'path', case when reader then '/actions/filtered?id=' else '/local_actions?id=' end || id) order by rank) as lines
      from ranked where rank <= ${digestShown} group by member_id, section, total`)
}
