-- The evidence that values of a metric show stands among the links of the metric, so that evidence says where it is used: kept by the proofs themselves, whatever writes them.
call link_table('metric', 'evidences', 'evidence');

create function keep_metric_evidences() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into metric__evidences (customer_id, owner_id, target_id)
      select distinct c.customer_id, c.metric_id, c.evidence_id from changed c order by 1, 2, 3 on conflict do nothing;
  else
    with ended as (delete from metric__evidences l using (select distinct customer_id, metric_id, evidence_id from changed) c
        where l.customer_id = c.customer_id and l.owner_id = c.metric_id and l.target_id = c.evidence_id
          and not exists (select 1 from metric_value_proof p where p.customer_id = c.customer_id and p.metric_id = c.metric_id and p.evidence_id = c.evidence_id) returning l.*)
    insert into metric__evidences_history (customer_id, owner_id, target_id, valid_from, valid_to)
      select customer_id, owner_id, target_id, valid_from, moment() from ended on conflict do nothing;
  end if;
  return null;
end $$;

create trigger proof_added after insert on metric_value_proof referencing new table as changed for each statement execute function keep_metric_evidences();
create trigger proof_ended after delete on metric_value_proof referencing old table as changed for each statement execute function keep_metric_evidences();
-- Also where foreign keys are not looked at.
alter table metric_value_proof enable always trigger proof_added, enable always trigger proof_ended;

-- What there is already. The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table metric_value_proof no force row level security;
alter table metric__evidences no force row level security;
insert into metric__evidences (customer_id, owner_id, target_id) select distinct customer_id, metric_id, evidence_id from metric_value_proof;
alter table metric_value_proof force row level security;
alter table metric__evidences force row level security;
