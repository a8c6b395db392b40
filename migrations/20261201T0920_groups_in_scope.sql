-- Which groups of a framework are in scope was taken in any form, and one that is no list of references kept every score of the organisation from being worked out. Such a choice
-- was never one: all groups are in scope, as where nothing was chosen, today and on every day that is read back.
do $$
declare
  kept text;
begin
  foreach kept in array array['policy_application', 'policy_application_history'] loop
    execute format('alter table %I no force row level security', kept);
    execute format($sql$update %I set implementation_groups = null
      where jsonb_typeof(implementation_groups) <> 'array' or implementation_groups = '[]' or jsonb_path_exists(implementation_groups, 'strict $[*] ? (@.type() != "string")')$sql$, kept);
    execute format('alter table %I force row level security', kept);
  end loop;
end $$;
