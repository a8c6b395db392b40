-- What comes of an answer: actions, each of the evaluation and linked to the answer that it is for.
alter table remediation add column source_object_evaluation_id bigint;
alter table remediation_history add column source_object_evaluation_id bigint;
alter table remediation add foreign key (customer_id, source_object_evaluation_id) references evaluation (customer_id, id);
create index on remediation (customer_id, source_object_evaluation_id);
do $$
declare
  one text;
begin
  select conname into strict one from pg_constraint where conrelid = 'remediation'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%source_object_exemption_id%';
  execute format('alter table remediation drop constraint %I', one);
end $$;
alter table remediation add check (num_nonnulls(source_object_measure_id, source_object_incident_id, source_object_gap_id, source_object_exemption_id, source_object_evaluation_id) <= 1);

create table evaluation_answer_action (
  customer_id bigint not null references customer,
  answer_id bigint not null,
  remediation_id bigint not null,
  primary key (customer_id, answer_id, remediation_id),
  foreign key (customer_id, answer_id) references evaluation_answer (customer_id, id) on delete cascade,
  foreign key (customer_id, remediation_id) references remediation (customer_id, id) on delete cascade
);
create index on evaluation_answer_action (customer_id, remediation_id);
call tenant_policies('evaluation_answer_action');
