-- An answer may open an action as well, in the plan that its task names.

alter table runtask add column program_id bigint;
alter table runtask_history add column program_id bigint;
alter table runtask add foreign key (customer_id, program_id) references program (customer_id, id);
create index on runtask (customer_id, program_id);

alter table occurrence add column remediation_id bigint;
alter table occurrence_history add column remediation_id bigint;
alter table occurrence add foreign key (customer_id, remediation_id) references remediation (customer_id, id);
create index on occurrence (customer_id, remediation_id);
