/* Objects of somebody who leaves, given to others on a day that is to come: as whoever planned it, who cancels it until then. One at a time of each person. */
create table planned_hand_over (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  member_id bigint not null,
  on_day date not null,
  -- Who takes what.
  parts jsonb not null,
  planned_by bigint not null,
  request jsonb not null,
  created_at timestamptz not null default moment(),
  primary key (customer_id, id),
  unique (customer_id, member_id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade,
  foreign key (customer_id, planned_by) references member (customer_id, id) on delete cascade
);
create index on planned_hand_over (customer_id, planned_by);
call tenant_policies('planned_hand_over');
