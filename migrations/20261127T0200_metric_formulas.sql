-- Metrics that are worked out of others, or counted by Vigie itself; and what uses a metric, so that it stays what it is.
alter table metric add column formula text, add column internal_metric text;
alter table metric_history add column formula text, add column internal_metric text;
alter table metric add check (formula is null or internal_metric is null);
alter table metric add check (internal_metric in (
  'EVIDENCE_EXPIRED', 'EVIDENCE_VALID', 'EVIDENCE_VALID_SHARE', 'EXEMPTION_ENDING', 'EXEMPTION_IN_FORCE', 'GAP_LATE', 'GAP_OPEN',
  'INCIDENT_DECLARED', 'INCIDENT_LATE', 'INCIDENT_OPEN', 'MEASURE_ALL', 'MEASURE_IMPLEMENTED', 'MEASURE_IMPLEMENTED_SHARE',
  'MEASURE_PLANNED', 'MEASURE_TO_HANDLE', 'MEMBER_STRONG', 'OCCURRENCE_DUE', 'OCCURRENCE_LATE', 'OCCURRENCE_ON_TIME', 'PERIMETER_SCORE',
  'REMEDIATION_FINISHED', 'REMEDIATION_LATE', 'REMEDIATION_ON_TIME', 'REMEDIATION_OPEN', 'REMEDIATION_UNASSIGNED', 'REVIEW_OPEN'));
-- One product metric, one metric (MET-09).
create unique index on metric (customer_id, internal_metric) where internal_metric is not null;

create table metric_use (
  customer_id bigint not null references customer,
  metric_id bigint not null,
  entity text not null,
  object_id bigint not null,
  primary key (customer_id, metric_id, entity, object_id),
  foreign key (customer_id, metric_id) references metric (customer_id, id)
);
create index on metric_use (customer_id, entity, object_id);
call tenant_policies('metric_use');
