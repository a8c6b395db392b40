-- What standing checks look for is rare among many: each finds it in an index of its own, with what says where it is and who reads it.
create index gap_without_action on gap (customer_id, id) include (perimeter_id, tag_id, register_id) where status = 'CLOSE' and resolution_status = 'RESOLVED';
create index gap_effect_unchecked on gap (customer_id, closed_on) include (id, perimeter_id, tag_id, register_id)
  where status = 'CLOSE' and resolution_status = 'RESOLVED' and effect is null and nature in ('MAJOR', 'MINOR');
create index gap_review_over on gap (customer_id, review_date) include (id, perimeter_id, tag_id, register_id) where status = 'CLOSE' and resolution_status = 'IGNORED';
create index gap_unassigned on gap (customer_id, severity) include (id, perimeter_id, tag_id, register_id) where manager_id is null and group_id is null and status <> 'CLOSE';
create index evidence_age on evidence (customer_id, created_at) include (id, perimeter_id);
create index measure_in_place on measure (customer_id, id) include (perimeter_id) where status = 'IMPLEMENTED';
create index measure_planned on measure (customer_id, id) include (perimeter_id, status) where decision = 'PLANNED';
