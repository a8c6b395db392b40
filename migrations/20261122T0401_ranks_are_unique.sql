-- Rows that were created at the same moment shared a rank, so that no dragging told them apart: they get ranks of their own, in the order in which they were shown.
-- The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table category no force row level security;
alter table control no force row level security;
alter table control_group no force row level security;

update category c set position = ranked.position
  from (select customer_id, id, row_number() over (partition by customer_id order by position, id) as position from category) as ranked
  where ranked.customer_id = c.customer_id and ranked.id = c.id
    and exists (select 1 from category a join category b on b.customer_id = a.customer_id and b.position = a.position and b.id <> a.id where a.customer_id = c.customer_id);

update control c set position = ranked.position
  from (select customer_id, id, row_number() over (partition by customer_id, policy_version_id order by position, id) as position from control) as ranked
  where ranked.customer_id = c.customer_id and ranked.id = c.id
    and exists (select 1 from control a join control b on b.customer_id = a.customer_id and b.policy_version_id = a.policy_version_id and b.position = a.position and b.id <> a.id
      where a.customer_id = c.customer_id and a.policy_version_id = c.policy_version_id);

update control_group c set position = ranked.position
  from (select customer_id, id, row_number() over (partition by customer_id, policy_version_id order by position, id) as position from control_group) as ranked
  where ranked.customer_id = c.customer_id and ranked.id = c.id
    and exists (select 1 from control_group a join control_group b on b.customer_id = a.customer_id and b.policy_version_id = a.policy_version_id and b.position = a.position and b.id <> a.id
      where a.customer_id = c.customer_id and a.policy_version_id = c.policy_version_id);

alter table category force row level security;
alter table control force row level security;
alter table control_group force row level security;
