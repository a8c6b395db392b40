-- Lists by name, and whatever offers rows by their names, read the first fifty of them in an index, as those of actions do.
create index on measure (customer_id, (coalesce(name_en, name_fr)), id);
create index on measure (customer_id, (coalesce(name_fr, name_en)), id);
create index on incident (customer_id, (coalesce(name_en, name_fr)), id);
create index on incident (customer_id, (coalesce(name_fr, name_en)), id);
create index on gap (customer_id, (coalesce(name_en, name_fr)), id);
create index on gap (customer_id, (coalesce(name_fr, name_en)), id);
create index on risk (customer_id, (coalesce(name_en, name_fr)), id);
create index on risk (customer_id, (coalesce(name_fr, name_en)), id);
create index on exemption (customer_id, (coalesce(name_en, name_fr)), id);
create index on exemption (customer_id, (coalesce(name_fr, name_en)), id);
create index on evidence (customer_id, (coalesce(name_en, name_fr)), id);
create index on evidence (customer_id, (coalesce(name_fr, name_en)), id);
create index on review (customer_id, (coalesce(description_en, description_fr)), id);
create index on review (customer_id, (coalesce(description_fr, description_en)), id);

-- A register counts what it holds in an index: none of its rows is visited.
drop index exemption_customer_id_register_id_idx;
drop index if exists past_exemption_customer_id_register_id_idx;
create index exemption_counts on exemption (customer_id, register_id)
  include (status, start_date, end_date, perimeter_set_id, tag_id, requester_id, manager_id, group_id, created_by, id);
drop index risk_matrix_cells;
drop index if exists past_risk_matrix_cells;
create index risk_matrix_cells on risk (customer_id, register_id) include (treatment, init_impact, init_probability, current_impact, current_probability,
  target_impact, target_probability, current_level, perimeter_id, status, tag_id, stale_reason, id, version);

-- What the next steps look through: what goes on for measures, a few of all actions.
create index on remediation (customer_id, id) where type <> 'SIMPLE' and not (status in ('FINISHED', 'CANCELLED'));

-- The cockpit counts the actions of some perimeters in an index, as it does those of all.
drop index remediation_customer_id_perimeter_id_status_idx;
drop index if exists past_remediation_customer_id_perimeter_id_status_idx;
create index on remediation (customer_id, perimeter_id, status) include (program_id, target_date, done_date, id);

-- What waits for a decision is looked up among all risks, on every page.
create index on risk (customer_id, id) where status = 'TO_BE_APPROVED';
