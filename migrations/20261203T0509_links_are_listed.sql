-- Links of dashboards are read like any entity.
alter table dashboard_link add version int not null default 1, add updated_at timestamptz not null default moment(), add updated_by bigint;
create index on dashboard_link (customer_id, created_at);
call history_table('dashboard_link');
alter table dashboard_link_history add primary key (customer_id, id, version);
call tenant_policies('dashboard_link_history', 'select, insert');
