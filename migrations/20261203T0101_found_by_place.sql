-- Whoever sees the incidents of some places counts them in an index alone, without those that are confidential.
drop index incident_customer_id_perimeter_id_idx;
drop index if exists past_incident_customer_id_perimeter_id_idx;
create index on incident (customer_id, perimeter_id) include (confidential);

-- The list of evidence is read in its order, and counted, without visiting rows outside the page; what somebody added is found by that.
drop index evidence_customer_id_valid_until_id_idx;
drop index if exists past_evidence_customer_id_valid_until_id_idx;
create index on evidence (customer_id, valid_until, id) include (perimeter_id, manager_id, group_id, created_by);
create index on evidence (customer_id, created_by);
