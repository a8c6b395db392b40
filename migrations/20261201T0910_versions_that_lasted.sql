-- A child or a link that was written twice in one moment left a version that lasted no time, under the key that its next version needs: nobody could change or delete it any more. No
-- reading of any day finds such a version; from here on none is written.
do $$
declare
  history record;
begin
  for history in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname like '%\_\_%\_history'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'valid_from')
  loop
    execute format('alter table %s no force row level security', history.name);
    execute format('delete from %s where valid_to <= valid_from', history.name);
    execute format('alter table %s force row level security', history.name);
  end loop;
end $$;
