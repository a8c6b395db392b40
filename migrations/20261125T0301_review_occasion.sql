-- What a review of a policy is about: a version to adopt, or what a mapping has brought and somebody is to check. A policy may wait for both.
-- Those from before say nothing: they are about a version.

alter table review add column occasion text check (occasion in ('VERSION', 'MAPPING'));
alter table review_history add column occasion text;

drop index review_one_open;
create unique index review_one_open on review (customer_id, source, target_type, target_measure_id, target_incident_id, target_gap_id, target_exemption_id,
  target_member_id, target_policy_id, target_program_id, target_auth_config_id, (case when target_type = 'UPGRADE' then remediation_id end), (coalesce(occasion, 'VERSION'))) nulls not distinct
  where status = 'OPEN';
