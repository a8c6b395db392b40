-- The other direction of a grouping's list, by which perimeters tell and are found by what groups them. It reads with its reader's own rights.
create view perimeter__tags with (security_invoker = true) as
  select customer_id, target_id as owner_id, owner_id as target_id from tag__perimeters;
grant select on perimeter__tags to vigie_app;
