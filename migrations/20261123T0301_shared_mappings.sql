-- How the requirements of two shared policies answer each other is shared as they are: in views of their own, written by nobody.
alter table mapping_set alter column catalog_type set default own_catalog_type();
create trigger catalog_type_here before insert or update of catalog_type on mapping_set for each row when (new.catalog_type <> 'PRIVATE') execute function check_catalog_type();

do $$ begin
  execute format('create policy shared_select on mapping_set for select to %I using ((customer_id, catalog_type) in (select s.customer_id, s.catalog_type from public.shared_catalogs() s))', current_user);
  execute format('create policy shared_select on mapping_pair for select to %I using (customer_id in (select s.customer_id from public.shared_catalogs() s))', current_user);
end $$;

create view shared.mapping_set with (security_barrier = true) as
  select m.customer_id, m.id, m.version, m.identifier, m.name_en, m.name_fr, m.description_en, m.description_fr, m.source_framework_urn, m.target_framework_urn, m.catalog_type,
    m.urn, m.translations
  from public.shared_catalogs() s join public.mapping_set m on m.customer_id = s.customer_id and m.catalog_type = s.catalog_type;

create view shared.mapping_pair with (security_barrier = true) as
  select m.customer_id, m.id as mapping_set_id, p.id, p.source_urn, p.target_urn, p.relationship, p.rationale, p.strength, p.annotation
  from shared.mapping_set m join public.mapping_pair p on p.customer_id = m.customer_id and p.mapping_set_id = m.id;

grant select on shared.mapping_set, shared.mapping_pair to vigie_app;

create index on mapping_set (customer_id, origin_customer_id, origin_id) where origin_id is not null;
