-- Identity providers that keep people of an organisation in step (docs/decisions/0118): by which token each comes, what it has told, and what that did.
create table scim_connection (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text not null collate "und-x-icu",
  prefix text not null,
  maker_id bigint not null,
  agent_id bigint not null,
  paused boolean not null default false,
  trial boolean not null default false,
  invites boolean not null default false,
  default_role text check (default_role in ('contributor', 'global_auditor', 'global_pilote', 'local_auditor', 'local_pilote')),
  mappings jsonb not null,
  networks jsonb not null,
  ends_on date not null,
  revoked_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, maker_id) references member (customer_id, id),
  foreign key (customer_id, agent_id) references member (customer_id, id)
);
create index on scim_connection (customer_id, name);
create index on scim_connection (customer_id, maker_id);
create index on scim_connection (customer_id, agent_id);
call entity_table('scim_connection');

-- By what a connection is known: one token, and beside it the former one until a rotation is over.
create table scim_token (
  customer_id bigint not null references customer,
  connection_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  made_at timestamptz not null default moment(),
  until timestamptz,
  primary key (customer_id, hash),
  foreign key (customer_id, connection_id) references scim_connection (customer_id, id) on delete cascade
);
create index on scim_token (customer_id, connection_id);
call tenant_policies('scim_token');

-- When a connection came last, to the minute: beside it, so that what merely reads makes no version of it.
create table scim_seen (
  customer_id bigint not null references customer,
  connection_id bigint not null,
  last_at timestamptz not null,
  last_address inet not null,
  primary key (customer_id, connection_id),
  foreign key (customer_id, connection_id) references scim_connection (customer_id, id) on delete cascade
);
call tenant_policies('scim_seen');

-- People as an identity provider tells of them. Whoever was taken away there stays as who they are here, without anything that was told of them.
create table scim_user (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  connection_id bigint not null,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  user_name text not null,
  external_id text,
  active boolean not null,
  address text,
  document jsonb not null,
  deleted_at timestamptz,
  member_id bigint,
  -- Roles here follow what is told there.
  follows boolean not null default false,
  -- Closed here because of what was told there.
  closed boolean not null default false,
  primary key (customer_id, id),
  foreign key (customer_id, connection_id) references scim_connection (customer_id, id) on delete cascade,
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create unique index scim_user_name_unique on scim_user (customer_id, connection_id, lower(user_name)) where deleted_at is null;
create unique index scim_user_member_unique on scim_user (customer_id, member_id);
create index on scim_user (customer_id, connection_id, external_id);
create index on scim_user (customer_id, lower(address));
call tenant_policies('scim_user');

create table scim_group (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  connection_id bigint not null,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  updated_at timestamptz not null default moment(),
  display_name text not null,
  external_id text,
  document jsonb not null,
  primary key (customer_id, id),
  foreign key (customer_id, connection_id) references scim_connection (customer_id, id) on delete cascade
);
create unique index scim_group_name_unique on scim_group (customer_id, connection_id, lower(display_name));
create index on scim_group (customer_id, connection_id, external_id);
call tenant_policies('scim_group');

create table scim_group_user (
  customer_id bigint not null references customer,
  group_id bigint not null,
  user_id bigint not null,
  primary key (customer_id, group_id, user_id),
  foreign key (customer_id, group_id) references scim_group (customer_id, id) on delete cascade,
  foreign key (customer_id, user_id) references scim_user (customer_id, id) on delete cascade
);
create index on scim_group_user (customer_id, user_id);
call tenant_policies('scim_group_user');

-- What came, and what it did; what changed nothing is not kept. The same refusal within an hour is one line with how often.
create table scim_entry (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  connection_id bigint not null,
  at timestamptz not null default moment(),
  method text not null,
  target text not null check (length(target) <= 200),
  state text not null check (state in ('DONE', 'TRIED', 'WAITING', 'REFUSED')),
  status int not null,
  address inet,
  steps jsonb not null,
  count int not null default 0,
  times int not null default 1,
  primary key (customer_id, id),
  foreign key (customer_id, connection_id) references scim_connection (customer_id, id) on delete cascade
);
create index on scim_entry (customer_id, connection_id, at desc, id desc);
call tenant_policies('scim_entry');
