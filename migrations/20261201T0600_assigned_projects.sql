-- A project is assigned as registers are: to people and at most one group, who were its team until now.
alter table isp_project__members no force row level security;
alter table assignment no force row level security;
insert into assignment (customer_id, entity, object_id, member_id)
  select customer_id, 'isp_project', owner_id, target_id from isp_project__members on conflict do nothing;
alter table assignment force row level security;
drop table isp_project__members, isp_project__members_history;

-- Security looks after it, or it is only listed.
alter table isp_project add column followed boolean not null default true;
alter table isp_project_history add column followed boolean not null default true;
