-- Who a register was assigned to, and when, is kept; what was assigned before this is known from now on.
alter table assignment add column valid_from timestamptz not null default moment();
call history_table('assignment');
alter table assignment_history add primary key (customer_id, id);
create index on assignment_history (customer_id, entity, object_id);
call tenant_policies('assignment_history', 'select, insert');
