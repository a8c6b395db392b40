import { sql } from 'kysely'

/** Columns of an entry `e` in the form in which it is hashed, with its lines. */
export const storedEntry = sql`e.seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_id, e.impersonator_id, e.source, e.request_id,
  e.address, to_char(e.session_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as session_at, e.origin_id, e.previous_hash, e.hash,
  (select coalesce(json_agg(json_build_object('n', l.n, 'entity', l.entity, 'object_id', l.object_id, 'action', l.action, 'version', l.object_version, 'digest', l.digest,
    'details', l.details, 'related', l.related) order by l.n), '[]') from audit_log l where l.customer_id = e.customer_id and l.seq = e.seq) as rows`
