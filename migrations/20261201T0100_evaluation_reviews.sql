-- The end of an action that an answer called for asks somebody to look at the evaluation again; reviews of a campaign are found by it.
alter table review add column target_evaluation_id bigint;
alter table review add column campaign_id bigint;
alter table review_history add column target_evaluation_id bigint;
alter table review_history add column campaign_id bigint;
alter table review add foreign key (customer_id, target_evaluation_id) references evaluation (customer_id, id);
alter table review add foreign key (customer_id, campaign_id) references campaign (customer_id, id);
create index on review (customer_id, target_evaluation_id);
create index on review (customer_id, campaign_id);
do $$
declare
  one text;
begin
  select conname into strict one from pg_constraint where conrelid = 'review'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%target_auth_config_id%';
  execute format('alter table review drop constraint %I', one);
end $$;
alter table review add check (num_nonnulls(target_measure_id, target_incident_id, target_gap_id, target_exemption_id, target_member_id, target_policy_id, target_program_id,
  target_auth_config_id, target_risk_id, target_isp_project_id, target_evaluation_id) <= 1);
drop index review_one_open;
create unique index review_one_open on review (customer_id, source, target_type, target_measure_id, target_incident_id, target_gap_id, target_exemption_id,
  target_member_id, target_policy_id, target_program_id, target_auth_config_id, target_risk_id, target_isp_project_id, target_evaluation_id,
  (case when target_type = 'UPGRADE' then remediation_id end), (coalesce(occasion, 'VERSION'))) nulls not distinct
  where status = 'OPEN';
