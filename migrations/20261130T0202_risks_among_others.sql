-- Risks among what is there: actions come from them, reviews are about them, incidents touch them, and they are about business values and supporting assets.

alter table risk add column business_value_id bigint;
alter table risk_history add column business_value_id bigint;
alter table risk add foreign key (customer_id, business_value_id) references business_value (customer_id, id);
create index on risk (customer_id, business_value_id);
call link_table('risk', 'supporting_assets', 'supporting_asset');
call link_table('incident', 'risks', 'risk');

alter table remediation add column source_object_risk_id bigint;
alter table remediation_history add column source_object_risk_id bigint;
alter table remediation add foreign key (customer_id, source_object_risk_id) references risk (customer_id, id);
create index on remediation (customer_id, source_object_risk_id);

alter table review add column target_risk_id bigint;
alter table review_history add column target_risk_id bigint;
alter table review add foreign key (customer_id, target_risk_id) references risk (customer_id, id);
create index on review (customer_id, target_risk_id);

do $$
declare
  one record;
begin
  for one in select conname, conrelid::regclass as of from pg_constraint where contype = 'c' and (
      conrelid = 'remediation'::regclass and pg_get_constraintdef(oid) like '%source_object_evaluation_id%'
      or conrelid = 'review'::regclass and (pg_get_constraintdef(oid) like '%target_program_id%' or pg_get_constraintdef(oid) like '%MSDEFENDER%' or pg_get_constraintdef(oid) like '%''EVAL''%')) loop
    execute format('alter table %s drop constraint %I', one.of, one.conname);
  end loop;
end $$;
alter table remediation add check (num_nonnulls(source_object_measure_id, source_object_incident_id, source_object_gap_id, source_object_exemption_id, source_object_evaluation_id,
  source_object_risk_id) <= 1);
alter table review add check (source in ('REMEDIATION', 'MSDEFENDER', 'USER', 'POLICY', 'CONNECTOR', 'AUTH_CONFIG', 'ACTION_MAPPING', 'RISK'));
alter table review add check (target_type in ('EVAL', 'BUILD', 'UPGRADE', 'INCIDENT', 'GAP', 'EXEMPTION', 'PROJECT', 'USER', 'POLICY', 'ACTION_MAPPING', 'RISK'));
alter table review add check (num_nonnulls(target_measure_id, target_incident_id, target_gap_id, target_exemption_id, target_member_id, target_policy_id, target_program_id,
  target_auth_config_id, target_risk_id) <= 1);

drop index review_one_open;
create unique index review_one_open on review (customer_id, source, target_type, target_measure_id, target_incident_id, target_gap_id, target_exemption_id,
  target_member_id, target_policy_id, target_program_id, target_auth_config_id, target_risk_id, (case when target_type = 'UPGRADE' then remediation_id end),
  (coalesce(occasion, 'VERSION'))) nulls not distinct where status = 'OPEN';
