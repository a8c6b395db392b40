-- What somebody puts together of what the product counts, to be read by others.
create table dashboard (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description text,
  owner_id bigint,
  perimeter_id bigint,
  period text not null default 'LAST_365_DAYS' check (period in ('CURRENT', 'LAST', 'LAST_365_DAYS', 'LAST_24_HOURS', 'LAST_WEEK', 'THIS_MONTH', 'LAST_MONTH', 'LAST_QUARTER', 'LAST_SEMESTER', 'LAST_YEAR')),
  visibility text not null default 'PRIVATE' check (visibility in ('PUBLIC', 'PRIVATE')),
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, owner_id) references member (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id)
);
create index on dashboard (customer_id, owner_id);
create index on dashboard (customer_id, perimeter_id);
call entity_table('dashboard');

create table dashboard__users_with_access (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  user_id bigint not null,
  access text not null default 'VIEW' check (access in ('VIEW', 'EDIT')),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references dashboard (customer_id, id) on delete cascade,
  foreign key (customer_id, user_id) references member (customer_id, id)
);
create index on dashboard__users_with_access (customer_id, owner_id);
create index on dashboard__users_with_access (customer_id, user_id);
call owned_table('dashboard__users_with_access');

-- What is being changed, and will be the next version.
create table dashboard_draft (
  customer_id bigint not null references customer,
  dashboard_id bigint not null,
  version int not null default 1,
  layout jsonb not null,
  saved_at timestamptz not null default moment(),
  saved_by bigint,
  primary key (customer_id, dashboard_id),
  foreign key (customer_id, dashboard_id) references dashboard (customer_id, id) on delete cascade,
  foreign key (customer_id, saved_by) references member (customer_id, id)
);
create index on dashboard_draft (customer_id, saved_by);
call tenant_policies('dashboard_draft', 'select, insert, update');

-- What was published: its layout never changes.
create table dashboard_version (
  customer_id bigint not null references customer,
  dashboard_id bigint not null,
  number int not null check (number >= 1),
  state text not null default 'COMPUTING' check (state in ('COMPUTING', 'FROZEN', 'FAILED')),
  -- The moment whose figures it shows, and for which days.
  moment timestamptz not null default moment(),
  day date not null,
  layout jsonb not null,
  period text not null,
  perimeter_id bigint,
  note text check (length(note) <= 500),
  published_by bigint,
  -- Whose part of the organisation its own figures are, as `dashboard_frozen.reach`.
  reach text not null,
  -- Who asked for it, with the rights that they had then.
  asker jsonb not null,
  blocks int not null,
  done int not null default 0,
  -- The first figure, by which versions are told apart.
  first jsonb,
  primary key (customer_id, dashboard_id, number),
  foreign key (customer_id, dashboard_id) references dashboard (customer_id, id) on delete cascade,
  foreign key (customer_id, published_by) references member (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id)
);
create index on dashboard_version (customer_id, published_by);
create index on dashboard_version (customer_id, perimeter_id);
call tenant_policies('dashboard_version', 'select, insert, update, delete');

-- What its blocks told a part of the organisation, once for each part that was asked for: never changed either.
create table dashboard_frozen (
  customer_id bigint not null references customer,
  dashboard_id bigint not null,
  number int not null,
  -- `all:<roles>`, or `member:<id>:<hash of what they reach>` of somebody who reaches a part.
  reach text not null,
  lang text not null check (lang in ('en', 'fr')),
  blocks jsonb not null,
  primary key (customer_id, dashboard_id, number, reach, lang),
  foreign key (customer_id, dashboard_id, number) references dashboard_version (customer_id, dashboard_id, number) on delete cascade
);
call tenant_policies('dashboard_frozen', 'select, insert, delete');

-- What somebody opens in place of the cockpit.
create table dashboard_home (
  customer_id bigint not null references customer,
  member_id bigint not null,
  dashboard_id bigint not null,
  primary key (customer_id, member_id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade,
  foreign key (customer_id, dashboard_id) references dashboard (customer_id, id) on delete cascade
);
create index on dashboard_home (customer_id, dashboard_id);
call tenant_policies('dashboard_home');

-- Links that open a version without an account, known by the hash of their token.
create table dashboard_link (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  dashboard_id bigint not null,
  number int not null,
  token_hash bytea not null check (length(token_hash) = 32),
  name text check (length(name) <= 128),
  created_at timestamptz not null default moment(),
  created_by bigint,
  expires_at timestamptz not null,
  code_hash text,
  -- Wrong codes since the last right one; at five the link is closed.
  tries int not null default 0,
  networks inet[] not null default '{}',
  revoked_at timestamptz,
  primary key (customer_id, id),
  unique (customer_id, token_hash),
  foreign key (customer_id, dashboard_id, number) references dashboard_version (customer_id, dashboard_id, number) on delete cascade,
  foreign key (customer_id, created_by) references member (customer_id, id)
);
create index on dashboard_link (customer_id, dashboard_id, number);
create index on dashboard_link (customer_id, created_by);
-- Whoever brings a token says no organisation.
create index on dashboard_link (token_hash);
call tenant_policies('dashboard_link', 'select, insert, update');

-- From where a link was opened: the last time of each address.
create table dashboard_opening (
  customer_id bigint not null references customer,
  link_id bigint not null,
  address inet not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count int not null default 1,
  primary key (customer_id, link_id, address),
  foreign key (customer_id, link_id) references dashboard_link (customer_id, id) on delete cascade
);
create index on dashboard_opening (customer_id, last_at);
call tenant_policies('dashboard_opening', 'select, delete');

-- The link of a token, whoever's it is: of one that is over, taken back or closed nothing.
create function shared_dashboard(p_hash bytea, p_now timestamptz)
  returns table (customer_id bigint, link_id bigint, dashboard_id bigint, number int, expires_at timestamptz, code_hash text, networks inet[])
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select l.customer_id, l.id, l.dashboard_id, l.number, l.expires_at, l.code_hash, l.networks
    from dashboard_link l join customer c on c.id = l.customer_id join dashboard d on d.customer_id = l.customer_id and d.id = l.dashboard_id
    where l.token_hash = p_hash and l.expires_at > p_now and l.revoked_at is null and (l.code_hash is null or l.tries < 5) and not c.disabled and not d.archived
  $$;

-- A try of its code: answers whether another one is left; a right one begins the count anew.
create function try_dashboard_code(p_hash bytea, p_right boolean) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update dashboard_link set tries = case when p_right then 0 else tries + 1 end
    where token_hash = p_hash and revoked_at is null and (tries < 5) returning tries < 5
  $$;

-- Openings that a server has gathered: each the hash of a token, an address, a moment and how often.
create function keep_dashboard_openings(p_hashes bytea[], p_addresses inet[], p_at timestamptz[], p_counts int[]) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into dashboard_opening as o (customer_id, link_id, address, first_at, last_at, count)
    select l.customer_id, l.id, u.address, min(u.at), max(u.at), sum(u.count)::int
    from unnest(p_hashes, p_addresses, p_at, p_counts) as u (hash, address, at, count) join dashboard_link l on l.token_hash = u.hash
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (customer_id, link_id, address) do update set last_at = greatest(o.last_at, excluded.last_at), count = o.count + excluded.count
  $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['shared_dashboard(bytea, timestamptz)', 'try_dashboard_code(bytea, boolean)',
    'keep_dashboard_openings(bytea[], inet[], timestamptz[], int[])']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
