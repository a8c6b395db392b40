-- What checks may find very much of is counted in an index that has all of its condition, where it is and who reads it: no row is visited.
drop index incident_customer_id_aware_at_idx;
drop index if exists past_incident_customer_id_aware_at_idx;
create index incident_clocks on incident (customer_id, aware_at)
  include (close_reason, significant, personal_data, early_warning_sent_at, notification_sent_at, final_report_sent_at, gdpr_sent_at,
    perimeter_id, tag_id, confidential, manager_id, group_id, created_by, id)
  where aware_at is not null and (significant = 'YES' or personal_data = 'YES');
create index incident_stalled on incident (customer_id, updated_at) include (perimeter_id, tag_id, confidential, manager_id, group_id, created_by, id)
  where status <> 'CLOSED' and not exercise;
create index incident_without_lessons on incident (customer_id, perimeter_id) include (tag_id, confidential, manager_id, group_id, created_by, id)
  where status = 'CLOSED' and close_reason = 'RESOLVED' and lessons_learned is null and not exercise;
create index exemption_waiting on exemption (customer_id, created_at) include (perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id, id)
  where status = 'REQUESTED';
create index exemption_renewed_twice on exemption (customer_id, end_date)
  include (start_date, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id, id) where status = 'GRANTED' and renewals >= 2;
create index exemption_unrelieved on exemption (customer_id, end_date)
  include (start_date, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id, id) where status = 'GRANTED' and compensating is null;
create index risk_above on risk (customer_id, register_id, current_level) include (id, perimeter_id, tag_id, manager_id, group_id, created_by) where treatment = 'OPEN';
create index risk_stale on risk (customer_id, perimeter_id) where stale_reason is not null;

-- Whether something is being done about a measure is looked up, without the actions that are over.
create index remediation_open_of_measure on remediation (customer_id, measure_id) where measure_id is not null and status not in ('FINISHED', 'CANCELLED');

-- Also for who reads a part.
drop index evidence_age;
drop index if exists past_evidence_age;
create index evidence_age on evidence (customer_id, created_at) include (id, perimeter_id, manager_id, group_id, created_by);

-- Open reviews of some perimeters are a few of theirs.
drop index review_customer_id_perimeter_id_idx;
drop index if exists past_review_customer_id_perimeter_id_idx;
create index review_in_place on review (customer_id, perimeter_id, status);
