-- Who was written to about a campaign, so that nobody is written to twice: invited once, reminded once a day.
create table campaign_mail (
  customer_id bigint not null references customer,
  campaign_id bigint not null,
  member_id bigint not null,
  kind text not null check (kind in ('INVITATION', 'REMINDER')),
  day date not null,
  sent_at timestamptz not null default moment(),
  primary key (customer_id, campaign_id, member_id, kind, day),
  foreign key (customer_id, campaign_id) references campaign (customer_id, id) on delete cascade,
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on campaign_mail (customer_id, member_id);
call tenant_policies('campaign_mail', 'select, insert');
