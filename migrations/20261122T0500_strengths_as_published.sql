-- How strong a mapping's pair is only informs: published files hold values beyond 10, which are kept as they are.
alter table mapping_pair alter column strength type numeric;
