-- Measures are layers (docs/RISK-LEVELS.md): how much of its worth a linked one brings to this risk, or to this scenario, where that is not all of it.
do $$
declare
  owner text;
begin
  foreach owner in array array['risk', 'risk_scenario'] loop
    execute format($ddl$
      create table %1$I (
        customer_id bigint not null references customer,
        id bigint generated always as identity,
        owner_id bigint not null,
        position int not null,
        valid_from timestamptz not null default moment(),
        measure_id bigint not null,
        share int not null check (share between 1 and 100),
        primary key (customer_id, id),
        foreign key (customer_id, owner_id) references %2$I (customer_id, id) on delete cascade,
        foreign key (customer_id, measure_id) references measure (customer_id, id)
      )$ddl$, owner || '__measure_shares', owner);
    execute format('create index on %I (customer_id, owner_id)', owner || '__measure_shares');
    execute format('create index on %I (customer_id, measure_id)', owner || '__measure_shares');
    call owned_table(owner || '__measure_shares');
  end loop;
end $$;

do $$
declare
  one text;
begin
  for one in select conname from pg_constraint where contype = 'c' and conrelid = 'risk'::regclass and pg_get_constraintdef(oid) like '%stale_reason%' loop
    execute format('alter table risk drop constraint %I', one);
  end loop;
end $$;
alter table risk add check (stale_reason in ('LEVEL', 'MEASURE', 'DATE', 'PLAN', 'RULE'));
-- What the rule itself moves is told apart from what measures move: open risks with several measures are marked, and the job that follows measures works them out and says which have moved.
alter table risk add column rule_state text check (rule_state in ('PENDING', 'MOVED'));
alter table risk_history add column rule_state text;
update risk r set rule_state = 'PENDING' where r.treatment <> 'CLOSED'
  and (select count(*) from risk__measures l where l.customer_id = r.customer_id and l.owner_id = r.id) > 1;
create index on risk (customer_id, id) where rule_state is not null;
-- At once, not at night.
update scheduled_run set next_at = moment() where job in ('risk_levels', 'analysis.levels');
