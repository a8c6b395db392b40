-- Keys with which programs come in, and what each is called by in authorship and history: a member of a kind of its own (docs/decisions/0117).
alter table member drop constraint member_kind_check, add constraint member_kind_check check (kind in ('MEMBER', 'VISITING', 'OUTSIDE', 'KEY'));

create table api_key (
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
  everywhere boolean not null default false,
  scopes jsonb not null,
  networks jsonb not null default '[]',
  daily_calls int not null check (daily_calls between 1 and 1000000),
  ends_on date not null,
  reminder_days int not null check (reminder_days between 0 and 365),
  revoked_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, maker_id) references member (customer_id, id),
  foreign key (customer_id, agent_id) references member (customer_id, id)
);
create index on api_key (customer_id, name);
create index on api_key (customer_id, ends_on);
create index on api_key (customer_id, maker_id);
create index on api_key (customer_id, agent_id);
call entity_table('api_key');

-- By what a key is known: one secret, and beside it the former one until a rotation is over.
create table api_key_secret (
  customer_id bigint not null references customer,
  key_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  made_at timestamptz not null default moment(),
  until timestamptz,
  primary key (customer_id, hash),
  foreign key (customer_id, key_id) references api_key (customer_id, id) on delete cascade
);
create index on api_key_secret (customer_id, key_id);
call tenant_policies('api_key_secret');

-- How much of its minute and its day a key has used, and when it came last.
create table api_key_use (
  customer_id bigint not null references customer,
  key_id bigint not null,
  minute timestamptz not null,
  minute_calls int not null,
  day date not null,
  day_calls int not null,
  last_at timestamptz not null,
  last_address inet not null,
  primary key (customer_id, key_id),
  foreign key (customer_id, key_id) references api_key (customer_id, id) on delete cascade
);
call tenant_policies('api_key_use', 'select');

-- What was asked with a key on a day, from where: each operation once, with how often.
create table api_key_request (
  customer_id bigint not null references customer,
  key_id bigint not null,
  day date not null,
  address inet not null,
  operation text not null check (length(operation) <= 200),
  calls int not null,
  refused int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (customer_id, key_id, day, address, operation),
  foreign key (customer_id, key_id) references api_key (customer_id, id) on delete cascade
);
create index on api_key_request (customer_id, key_id, last_at);
call tenant_policies('api_key_request', 'select');

/*
 * Lets a key in, or says why not, and counts: one request of its minute and of its day, in one statement that two at once cannot both win. What is refused is counted as such and
 * uses nothing up. 1000 lines of history and 90 days are kept of a key.
 */
create function use_api_key(p_customer bigint, p_hash bytea, p_address inet, p_operation text, p_now timestamptz)
  returns table (state text, key_id bigint, scopes jsonb, minute_left int, minute_ends int, day_calls int, day_left int, day_ends int)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  k record;
  today date;
  told text := 'IN';
  per_minute constant int := 60;
  used_minute int;
  used_day int;
  is_new boolean;
begin
  select a.id, a.daily_calls, a.revoked_at, a.ends_on, a.networks, a.scopes, c.time_zone, c.disabled, coalesce((c.properties ->> 'hidePublicApi')::boolean, false) as hidden,
      'INTEGRATION' = any(c.features) as had
    into k from api_key_secret s join api_key a on a.customer_id = s.customer_id and a.id = s.key_id join customer c on c.id = a.customer_id
    where s.customer_id = p_customer and s.hash = p_hash and (s.until is null or s.until > p_now);
  if not found or k.disabled then
    return query select 'UNKNOWN', null::bigint, null::jsonb, 0, 0, 0, 0, 0;
    return;
  end if;
  today := (p_now at time zone k.time_zone)::date;
  if k.hidden or not k.had then told := 'HIDDEN';
  elsif k.revoked_at is not null then told := 'REVOKED';
  elsif k.ends_on < today then told := 'ENDED';
  elsif k.networks <> '[]' and not exists (select 1 from jsonb_array_elements_text(k.networks) n where p_address <<= n::inet) then told := 'ELSEWHERE';
  else
    insert into api_key_use as u (customer_id, key_id, minute, minute_calls, day, day_calls, last_at, last_address)
      values (p_customer, k.id, date_trunc('minute', p_now), 1, today, 1, p_now, p_address)
      on conflict (customer_id, key_id) do update set
        minute_calls = case when excluded.minute > u.minute then 1 else u.minute_calls + 1 end, minute = greatest(u.minute, excluded.minute),
        day_calls = case when excluded.day > u.day then 1 else u.day_calls + 1 end, day = greatest(u.day, excluded.day),
        last_at = greatest(u.last_at, excluded.last_at), last_address = excluded.last_address
      where (excluded.minute > u.minute or u.minute_calls < per_minute) and (excluded.day > u.day or u.day_calls < k.daily_calls)
      returning u.minute_calls, u.day_calls into used_minute, used_day;
    if used_minute is null then
      select case when u.minute >= date_trunc('minute', p_now) then u.minute_calls else 0 end, case when u.day >= today then u.day_calls else 0 end
        into used_minute, used_day from api_key_use u where u.customer_id = p_customer and u.key_id = k.id;
      told := case when used_day >= k.daily_calls then 'DAY' else 'MINUTE' end;
    end if;
  end if;
  insert into api_key_request as r (customer_id, key_id, day, address, operation, calls, refused, first_at, last_at)
    values (p_customer, k.id, today, p_address, left(p_operation, 200), 1, (told <> 'IN')::int, p_now, p_now)
    on conflict (customer_id, key_id, day, address, operation) do update set calls = r.calls + 1, refused = r.refused + excluded.refused, last_at = greatest(r.last_at, excluded.last_at)
    returning (xmax = 0) into is_new;
  if is_new then
    delete from api_key_request d where d.customer_id = p_customer and d.key_id = k.id and (d.day < today - 90 or d.last_at < (
      select o.last_at from api_key_request o where o.customer_id = p_customer and o.key_id = k.id order by o.last_at desc offset 999 limit 1));
  end if;
  return query select told, k.id, k.scopes, greatest(0, per_minute - coalesce(used_minute, 0)), ceil(60 - extract(second from p_now))::int,
    k.daily_calls, greatest(0, k.daily_calls - coalesce(used_day, 0)), ceil(extract(epoch from ((today + 1)::timestamp at time zone k.time_zone) - p_now))::int;
end $$;

do $$
declare
  f constant regprocedure := 'use_api_key(bigint, bytea, inet, text, timestamptz)';
begin
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to vigie_app', f);
end $$;
