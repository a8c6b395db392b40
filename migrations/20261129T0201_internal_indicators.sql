-- A metric's model may say that Vigie itself counts it (ADM-16).
alter table metric_model add column internal_metric text;
alter table metric_model_history add column internal_metric text;
alter table metric_model add check (internal_metric in (
  'EVIDENCE_EXPIRED', 'EVIDENCE_VALID', 'EVIDENCE_VALID_SHARE', 'EXEMPTION_ENDING', 'EXEMPTION_IN_FORCE', 'GAP_LATE', 'GAP_OPEN',
  'INCIDENT_DECLARED', 'INCIDENT_LATE', 'INCIDENT_OPEN', 'MEASURE_ALL', 'MEASURE_IMPLEMENTED', 'MEASURE_IMPLEMENTED_SHARE',
  'MEASURE_PLANNED', 'MEASURE_TO_HANDLE', 'MEMBER_STRONG', 'OCCURRENCE_DUE', 'OCCURRENCE_LATE', 'OCCURRENCE_ON_TIME', 'PERIMETER_SCORE',
  'REMEDIATION_FINISHED', 'REMEDIATION_LATE', 'REMEDIATION_ON_TIME', 'REMEDIATION_OPEN', 'REMEDIATION_UNASSIGNED', 'REVIEW_OPEN'));
call shared_view('metric_model');

-- The function below, run by the owner, counts across customers; nobody else does, and it names none.
create policy provider_internal_indicators on indicator_model for select to current_user using (catalog_type = 'PUBLIC' or origin_id is not null);
create policy provider_internal_indicators on indicator_model__metrics for select to current_user using (true);
create policy provider_internal_indicators on metric_model for select to current_user using (internal_metric is not null or catalog_type = 'PUBLIC');
create policy provider_internal_indicators on indicator for select to current_user using (model_id is not null);

-- The models of indicators that catalogs share with everybody and that are made of product metrics alone, with how many organisations took each over and how many have an indicator of it.
create function internal_indicator_uses() returns table (identifier text, name_en text, name_fr text, description_en text, description_fr text, nature text, unit_en text, unit_fr text, formula text,
    periodicity text, target_value int, metrics text[], customers int, using_it int, indicators int)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select o.identifier, o.name_en, o.name_fr, o.description_en, o.description_fr, o.nature, o.unit_en, o.unit_fr, o.formula, o.periodicity, o.target_value, w.metrics, u.customers, u.using_it, u.indicators
    from indicator_model o
      cross join lateral (select array_agg(m.internal_metric order by m.internal_metric) as metrics, bool_and(m.internal_metric is not null) as counted
        from indicator_model__metrics l join metric_model m on m.customer_id = l.customer_id and m.id = l.target_id where l.customer_id = o.customer_id and l.owner_id = o.id) w
      cross join lateral (select count(distinct c.customer_id)::int as customers, count(distinct i.customer_id)::int as using_it, count(i.id)::int as indicators
        from indicator_model c left join indicator i on i.customer_id = c.customer_id and i.model_id = c.id and not i.archived
        where c.origin_customer_id = o.customer_id and c.origin_id = o.id and not c.archived) u
    where o.catalog_type = 'PUBLIC' and not o.archived and w.counted and exists (select 1 from customer p where p.id = current_customer() and p.kind = 'PROVIDER')
    order by o.identifier, o.customer_id, o.id
  $$;
revoke all on function internal_indicator_uses() from public;
grant execute on function internal_indicator_uses() to vigie_provider;
