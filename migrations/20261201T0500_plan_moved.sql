-- What a request for an approval rests on may move without the risk itself.
do $$
declare
  one record;
begin
  for one in select conname from pg_constraint where contype = 'c' and conrelid = 'risk'::regclass and pg_get_constraintdef(oid) like '%stale_reason%' loop
    execute format('alter table risk drop constraint %I', one.conname);
  end loop;
end $$;
alter table risk add check (stale_reason in ('LEVEL', 'MEASURE', 'DATE', 'PLAN'));
