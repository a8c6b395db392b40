-- Absence: derived from areas/people/contract/absence.ts.

create table absence (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text collate "und-x-icu",
  member_id bigint,
  stand_in_id bigint not null,
  first_day date not null,
  last_day date not null,
  primary key (customer_id, id),
  foreign key (customer_id, member_id) references member (customer_id, id),
  foreign key (customer_id, stand_in_id) references member (customer_id, id)
);
create index on absence (customer_id, member_id);
create index on absence (customer_id, stand_in_id);
call entity_table('absence');

alter table absence alter column member_id set not null;
alter table absence add check (first_day <= last_day);

-- Who stands in for whom on a day of the customer.
create function stand_ins(p_customer bigint, p_day date) returns table (member_id bigint, stand_in_id bigint, last_day date)
language sql stable as $$
  select a.member_id, a.stand_in_id, a.last_day from public.absence a where a.customer_id = p_customer and p_day between a.first_day and a.last_day
$$;

-- For whom somebody stands in today.
create function stood_in_for(p_member bigint) returns bigint[]
language sql stable as $$
  select coalesce(array_agg(s.member_id), '{}') from public.customer c, stand_ins(c.id, (moment() at time zone c.time_zone)::date) s
  where c.id = current_customer() and s.stand_in_id = p_member
$$;
