-- What shows that a value is right.
create table metric_value_proof (
  customer_id bigint not null references customer,
  metric_id bigint not null,
  perimeter_id bigint not null,
  period date not null,
  evidence_id bigint not null,
  primary key (customer_id, metric_id, perimeter_id, period, evidence_id),
  foreign key (customer_id, metric_id, perimeter_id, period) references metric_value (customer_id, metric_id, perimeter_id, period) on delete cascade,
  foreign key (customer_id, evidence_id) references evidence (customer_id, id)
);
create index on metric_value_proof (customer_id, evidence_id);
call tenant_policies('metric_value_proof');
