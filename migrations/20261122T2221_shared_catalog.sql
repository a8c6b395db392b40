-- The shared catalog: what the provider and each instance make in their catalogs is read by the organisations it is for, and by nobody else. Rows of another customer
-- are not let into the tables that everything reads: they stand in views of their own, which show what is shared and can be written by nobody.

-- The catalog of the installation: the first that was made.
create function public_catalog() returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$ select min(id) from customer where kind = 'CATALOG' $$;

-- A catalog that was put away shares nothing. The first catalog is the installation's (PUBLIC); the others are their instance's, as the first is of its own (INSTANCE).
create function shared_catalogs() returns table (customer_id bigint, catalog_type text)
  language sql stable security definer set search_path = public, pg_temp rows 2
  as $$
    select c.id, t.catalog_type
    from customer c
      cross join lateral (values ('PUBLIC', c.id = public_catalog()),
        ('INSTANCE', c.instance_id = (select own.instance_id from customer own where own.id = current_customer()))) as t (catalog_type, holds)
    where c.kind = 'CATALOG' and not c.disabled and t.holds and c.id <> current_customer()
  $$;

-- What may be made here, what is made unless it is said first: an organisation's own, what an instance's catalog shares with its instance, what the installation's shares with all.
create function own_catalog_types() returns text[]
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when c.kind <> 'CATALOG' then '{PRIVATE}'::text[]
      when c.id = public_catalog() then '{PUBLIC,INSTANCE,PRIVATE}' else '{INSTANCE,PRIVATE}' end
    from customer c where c.id = current_customer()
  $$;
create function own_catalog_type() returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce((own_catalog_types())[1], 'PRIVATE') $$;

-- Nobody else says that a row is for others.
create function check_catalog_type() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if not new.catalog_type = any(own_catalog_types()) then
      raise exception 'What this customer makes is not %', new.catalog_type using errcode = 'check_violation';
    end if;
    return new;
  end $$;

do $$
declare
  name text;
  f regprocedure;
begin
  foreach f in array array['public_catalog()', 'shared_catalogs()', 'own_catalog_types()', 'own_catalog_type()', 'check_catalog_type()']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
  foreach name in array array['policy', 'solution', 'threat'] loop
    execute format('alter table %I alter column catalog_type set default own_catalog_type()', name);
    execute format('create trigger catalog_type_here before insert or update of catalog_type on %I for each row when (new.catalog_type <> ''PRIVATE'') execute function check_catalog_type()', name);
    execute format('create policy shared_select on %I for select to %I using ((customer_id, catalog_type) in (select s.customer_id, s.catalog_type from public.shared_catalogs() s))',
      name, current_user);
  end loop;
  -- What belongs to a shared row: the views below show no more of it than that.
  foreach name in array array['policy_version', 'control_group', 'control', 'control_lineage', 'control_solution', 'control__threats', 'category'] loop
    execute format('create policy shared_select on %I for select to %I using (customer_id in (select s.customer_id from public.shared_catalogs() s))', name, current_user);
  end loop;
end $$;

-- Read with the rights of their owner, whom the policies above let in. Nobody is named, no history, no draft, nothing that was put away.
create schema shared;
grant usage on schema shared to vigie_app;

create view shared.policy with (security_barrier = true) as
  select p.customer_id, p.id, p.version, p.identifier, p.name_en, p.name_fr, p.description_en, p.description_fr, p.kind, p.provider, p.catalog_type, p.translations,
    p.current_version_id, v.number, v.published_at, v.min_score, v.max_score, v.implementation_groups, v.source
  from public.shared_catalogs() s
    join public.policy p on p.customer_id = s.customer_id and p.catalog_type = s.catalog_type
    join public.policy_version v on v.customer_id = p.customer_id and v.id = p.current_version_id and v.status = 'PUBLISHED'
  where not p.archived;

create view shared.solution with (security_barrier = true) as
  select o.customer_id, o.id, o.version, o.identifier, o.name_en, o.name_fr, o.description_en, o.description_fr, o.nature, o.csf_function, o.yearly_cost,
    o.yearly_internal_charge, o.build_days, o.typical_evidence, o.annotation, o.catalog_type, o.translations,
    o.category_id, c.name_en as category_name_en, c.name_fr as category_name_fr, c.color as category_color
  from public.shared_catalogs() s
    join public.solution o on o.customer_id = s.customer_id and o.catalog_type = s.catalog_type
    left join public.category c on c.customer_id = o.customer_id and c.id = o.category_id
  where not o.archived;

create view shared.threat with (security_barrier = true) as
  select t.customer_id, t.id, t.version, t.identifier, t.name_en, t.name_fr, t.description_en, t.description_fr, t.annotation, t.catalog_type, t.translations
  from public.shared_catalogs() s join public.threat t on t.customer_id = s.customer_id and t.catalog_type = s.catalog_type;

create view shared.control_group with (security_barrier = true) as
  select p.id as policy_id, g.customer_id, g.id, g.parent_id, g.position, g.identifier, g.name_en, g.name_fr, g.description_en, g.description_fr, g.weight, g.annotation, g.urn, g.translations
  from shared.policy p join public.control_group g on g.customer_id = p.customer_id and g.policy_version_id = p.current_version_id;

create view shared.control with (security_barrier = true) as
  select p.id as policy_id, c.customer_id, c.id, c.control_group_id, c.position, c.lineage_id, l.key, c.identifier, c.name_en, c.name_fr, c.description_en, c.description_fr,
    c.weight, c.level, c.implementation_groups, c.typical_evidence, c.source, c.annotation, c.urn, c.translations
  from shared.policy p join public.control c on c.customer_id = p.customer_id and c.policy_version_id = p.current_version_id
    join public.control_lineage l on l.customer_id = c.customer_id and l.id = c.lineage_id;

-- Links that somebody has looked at, between what is shared.
create view shared.control_solution with (security_barrier = true) as
  select c.policy_id, c.customer_id, c.id as control_id, c.key, o.id as solution_id, cs.share
  from shared.control c join public.control_solution cs on cs.customer_id = c.customer_id and cs.lineage_id = c.lineage_id and not cs.to_confirm
    join shared.solution o on o.customer_id = cs.customer_id and o.id = cs.solution_id;

create view shared.control_threat with (security_barrier = true) as
  select c.policy_id, c.customer_id, c.id as control_id, t.id as threat_id
  from shared.control c join public.control__threats x on x.customer_id = c.customer_id and x.owner_id = c.id
    join shared.threat t on t.customer_id = x.customer_id and t.id = x.target_id;

grant select on all tables in schema shared to vigie_app;

-- Where copies came from is asked of all that is shown, at once.
create index on policy (customer_id, origin_customer_id, origin_id) where origin_id is not null;
create index on solution (customer_id, origin_customer_id, origin_id) where origin_id is not null;
create index on threat (customer_id, origin_customer_id, origin_id) where origin_id is not null;
