-- Archives of everything that a customer has: what was asked for, how far it is and where it lies; and archives that the provider brings in.
create table customer_archive (
  customer_id bigint not null references customer,
  id uuid not null default gen_random_uuid(),
  -- Whose it is: nobody else fetches it.
  member_id bigint not null,
  request jsonb not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'MADE', 'FAILED')),
  stage text not null default 'DATA' check (stage in ('DATA', 'SHEETS', 'FILES', 'KEEPING')),
  done bigint not null default 0,
  total bigint not null default 0,
  rows bigint not null default 0,
  files bigint not null default 0,
  size bigint,
  sha256 text,
  storage_key text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- From then on nobody fetches it, and the night that follows removes it.
  expires_at timestamptz,
  primary key (customer_id, id)
);
create index on customer_archive (customer_id, created_at);
call tenant_policies('customer_archive');

-- They belong to the provider, whose customer they are until they have become one of their own.
create table archive_import (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  file_name text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null,
  status text not null default 'CHECKING' check (status in ('CHECKING', 'REFUSED', 'GOOD', 'IMPORTING', 'IMPORTED', 'FAILED')),
  done bigint not null default 0,
  total bigint not null default 0,
  -- What it says that it is, once it has been looked at.
  about jsonb,
  faults jsonb not null default '[]',
  -- The customer that is made of it, and under which name.
  made_id bigint,
  made_name text,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (customer_id, id)
);
call tenant_policies('archive_import');

/* Entries of an organisation that came from another installation were hashed under the number that it had there: it is kept with them, so that they are verified as they were written.
   Changing it would break the chain like changing anything else. */
alter table audit_entry add column origin_id bigint;

-- Where a chain that is brought in begins, if its first entries are kept no longer; only for a customer that has no chain yet.
create function audit_begins(p_seq bigint, p_hash text, p_at timestamptz, p_removed timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into audit_base (customer_id, seq, hash, at, removed_at)
      select current_customer(), p_seq, p_hash, p_at, p_removed
      where not exists (select 1 from audit_entry e where e.customer_id = current_customer()) and not exists (select 1 from audit_head h where h.customer_id = current_customer())
  $$;
revoke all on function audit_begins from public;
grant execute on function audit_begins to vigie_app;

/* Has the next ids of a table come after those of rows that are brought in with theirs: a key is (customer_id, id), so only later rows of the same customer could meet them. What others
   take meanwhile is stepped over by far; whoever brings in something at the same moment waits. Ids beyond the bound are refused, so that nobody uses the numbers up. */
create function ids_after(p_table text, p_id bigint) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  sequence constant text := pg_get_serial_sequence(format('public.%I', p_table), 'id');
  last bigint;
begin
  if p_id > 1000000000000 then raise exception 'An id is beyond what is brought in' using errcode = '22003'; end if;
  if sequence is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('vigie ids', 0));
  execute format('select last_value from %s', sequence) into last;
  if last <= p_id then perform setval(sequence, p_id + 100000); end if;
end $$;
revoke all on function ids_after from public;
grant execute on function ids_after to vigie_app;

-- Which schema this is, by the last of its migrations: an archive says it, and comes in where it is the same.
create function schema_version() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select max(name collate "C") from schema_migration $$;
revoke all on function schema_version from public;
grant execute on function schema_version to vigie_app;
