-- Plans of actions and runbooks that go along with a place of a ticket tool (docs/decisions/0125). A plan or runbook is joined once.
create table ticket_join (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  connector_id bigint not null,
  program_id bigint,
  runbook_id bigint,
  project text not null check (length(project) between 1 and 100),
  project_name text not null check (length(project_name) <= 255),
  type text not null check (length(type) between 1 and 100),
  enabled boolean not null default true,
  along text[] not null default '{}',
  at_once boolean not null default false,
  sends jsonb not null,
  takes jsonb not null,
  states jsonb not null,
  priorities jsonb not null default '[]',
  since timestamptz not null,
  made_by bigint,
  primary key (customer_id, id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade,
  foreign key (customer_id, program_id) references program (customer_id, id) on delete cascade,
  foreign key (customer_id, runbook_id) references runbook (customer_id, id) on delete cascade,
  check (num_nonnulls(program_id, runbook_id) = 1),
  check (jsonb_typeof(sends) = 'object' and jsonb_typeof(takes) = 'object' and jsonb_typeof(states) = 'array')
);
create index on ticket_join (customer_id, connector_id);
create unique index ticket_join_program on ticket_join (customer_id, program_id);
create unique index ticket_join_runbook on ticket_join (customer_id, runbook_id);
call tenant_policies('ticket_join');

-- An action or an occurrence and its ticket: wanted and not yet made, there, gone, or left without one. What both sides last agreed on stands field by field in `base`.
create table ticket (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  join_id bigint not null,
  remediation_id bigint,
  occurrence_id bigint,
  state text not null default 'WANTED' check (state in ('WANTED', 'THERE', 'GONE', 'LEFT')),
  mark text not null check (length(mark) between 8 and 64),
  tried_at timestamptz,
  external_id text check (length(external_id) <= 255),
  key text check (length(key) <= 255),
  url text check (length(url) <= 2000),
  external_status text check (external_status in ('OPEN', 'PENDING', 'IN_PROGRESS', 'RESOLVED', 'CLOSED')),
  external_state text check (length(external_state) <= 255),
  base jsonb,
  seen_version int not null default 0,
  problem text check (length(problem) <= 60),
  told text check (length(told) <= 1000),
  sent_files bigint[] not null default '{}',
  looked_at timestamptz,
  gone_at timestamptz,
  made_at timestamptz not null default moment(),
  primary key (customer_id, id),
  foreign key (customer_id, join_id) references ticket_join (customer_id, id) on delete cascade,
  foreign key (customer_id, remediation_id) references remediation (customer_id, id) on delete cascade,
  foreign key (customer_id, occurrence_id) references occurrence (customer_id, id) on delete cascade,
  check (num_nonnulls(remediation_id, occurrence_id) = 1),
  check (state <> 'THERE' or (external_id is not null and key is not null and url is not null and base is not null)),
  check ((state = 'GONE') = (gone_at is not null))
);
create unique index ticket_remediation on ticket (customer_id, remediation_id);
create unique index ticket_occurrence on ticket (customer_id, occurrence_id);
create index on ticket (customer_id, join_id, state);
create unique index ticket_external on ticket (customer_id, join_id, external_id);
call tenant_policies('ticket');

-- Both sides changed a field to different things; it stands still until somebody decides.
create table ticket_conflict (
  customer_id bigint not null references customer,
  ticket_id bigint not null,
  field text not null check (field in ('state', 'title', 'due', 'assignee', 'priority')),
  here text check (length(here) <= 1000),
  there text check (length(there) <= 1000),
  there_shown text check (length(there_shown) <= 1000),
  here_who text check (length(here_who) <= 255),
  here_at timestamptz,
  there_who text check (length(there_who) <= 255),
  there_at timestamptz,
  since timestamptz not null,
  found_at timestamptz not null,
  primary key (customer_id, ticket_id, field),
  foreign key (customer_id, ticket_id) references ticket (customer_id, id) on delete cascade
);
call tenant_policies('ticket_conflict');

-- Comments that both sides have, so that each is told once. One that is there alone was taken before it could be kept here.
create table ticket_comment (
  customer_id bigint not null references customer,
  ticket_id bigint not null,
  external_id text not null check (length(external_id) <= 255),
  comment_id bigint not null,
  primary key (customer_id, ticket_id, external_id),
  foreign key (customer_id, ticket_id) references ticket (customer_id, id) on delete cascade
);
create unique index ticket_comment_here on ticket_comment (customer_id, ticket_id, comment_id);
call tenant_policies('ticket_comment');

-- Whom a member is in the tool, by their mail address; nobody, where none has it.
create table ticket_person (
  customer_id bigint not null references customer,
  connector_id bigint not null,
  member_id bigint not null,
  mail text not null,
  external_id text check (length(external_id) <= 255),
  looked_at timestamptz not null,
  primary key (customer_id, connector_id, member_id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade,
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on ticket_person (customer_id, member_id);
call tenant_policies('ticket_person');

-- How far the log was read for what a connector's tickets are told, and since when they were looked at in the tool. Whoever works on them holds the turn until a moment; where a server is killed, it ends by itself.
create table ticket_turn (
  customer_id bigint not null references customer,
  connector_id bigint not null,
  seq bigint not null default 0,
  polled_at timestamptz,
  failures int not null default 0,
  retry_at timestamptz,
  holder uuid,
  held_until timestamptz,
  primary key (customer_id, connector_id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade
);
call tenant_policies('ticket_turn');

-- Connectors whose organisation's log goes on beyond what was read for their tickets, none of a suspended organisation, and none that is somebody's turn.
create function tickets_behind(p_now timestamptz) returns table (due_customer bigint, due_connector bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select t.customer_id, t.connector_id from ticket_turn t join customer c on c.id = t.customer_id and not c.disabled
    where exists (select 1 from audit_head h where h.customer_id = t.customer_id and h.seq > t.seq)
      and (t.held_until is null or t.held_until <= p_now) and (t.retry_at is null or t.retry_at <= p_now)
      and exists (select 1 from ticket_join j where j.customer_id = t.customer_id and j.connector_id = t.connector_id and j.enabled)
      and exists (select 1 from customer_connector k where k.customer_id = t.customer_id and k.id = t.connector_id and not k.paused)
$$;
revoke all on function tickets_behind(timestamptz) from public;
grant execute on function tickets_behind(timestamptz) to vigie_provider;
