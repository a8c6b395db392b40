-- Requirements without a model are few among many, and that there is no link in another table is what no index can tell: so each says whether it may have none. One without always says so. One that
-- has lost a link says so too, whether it has others or not: whoever asked for the others here would not see those that somebody else is just removing.
alter table control_lineage add unanswered boolean not null default true;
alter table control_lineage no force row level security;
alter table control_solution no force row level security;
update control_lineage l set unanswered = false where exists (select 1 from control_solution s where s.customer_id = l.customer_id and s.lineage_id = l.id);
alter table control_lineage force row level security;
alter table control_solution force row level security;
create index control_lineage_unanswered on control_lineage (customer_id, id) where unanswered;

create function lineages_answered() returns trigger language plpgsql as $$
begin
  update control_lineage l set unanswered = false from (select distinct customer_id, lineage_id from changed order by 1, 2) c
    where l.customer_id = c.customer_id and l.id = c.lineage_id and l.unanswered;
  return null;
end $$;
create trigger links_added after insert on control_solution referencing new table as changed for each statement execute function lineages_answered();

create function lineages_left() returns trigger language plpgsql as $$
begin
  update control_lineage l set unanswered = true from (select distinct customer_id, lineage_id from changed order by 1, 2) c
    where l.customer_id = c.customer_id and l.id = c.lineage_id and not l.unanswered;
  return null;
end $$;
create trigger links_ended after delete on control_solution referencing old table as changed for each statement execute function lineages_left();
-- Also where foreign keys are not looked at.
alter table control_solution enable always trigger links_added;
alter table control_solution enable always trigger links_ended;
