-- The last day of an organisation's licence; null: none is known (ADM-24). The provider alone sets it.
alter table customer add column licence_ends_on date;

-- Who was told that something ends: each date once for each number of days before (30, 7 and 1).
create table licence_told (
  customer_id bigint not null references customer,
  -- LICENCE, or the add-on of a trial.
  what text not null,
  ends_on date not null,
  days_before int not null check (days_before in (30, 7, 1)),
  told_at timestamptz not null default moment(),
  primary key (customer_id, what, ends_on, days_before)
);
call tenant_policies('licence_told', 'select, insert');
