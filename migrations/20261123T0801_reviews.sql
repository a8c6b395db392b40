-- What ended or changed, and is looked at before what follows from it happens.

create table review (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  description_en text collate "und-x-icu",
  description_fr text collate "und-x-icu",
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  source text check (source in ('REMEDIATION', 'MSDEFENDER', 'USER', 'POLICY', 'CONNECTOR', 'AUTH_CONFIG', 'ACTION_MAPPING')),
  target_type text check (target_type in ('EVAL', 'BUILD', 'UPGRADE', 'INCIDENT', 'GAP', 'EXEMPTION', 'PROJECT', 'USER', 'POLICY', 'ACTION_MAPPING')),
  target_measure_id bigint,
  target_incident_id bigint,
  target_gap_id bigint,
  target_exemption_id bigint,
  target_member_id bigint,
  target_policy_id bigint,
  target_program_id bigint,
  target_auth_config_id bigint,
  remediation_id bigint,
  perimeter_id bigint,
  without_effect boolean not null default false,
  comment text,
  manager_id bigint,
  timestamp timestamptz,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  check (num_nonnulls(target_measure_id, target_incident_id, target_gap_id, target_exemption_id, target_member_id, target_policy_id, target_program_id, target_auth_config_id) <= 1),
  foreign key (customer_id, target_measure_id) references measure (customer_id, id),
  foreign key (customer_id, target_incident_id) references incident (customer_id, id),
  foreign key (customer_id, target_gap_id) references gap (customer_id, id),
  foreign key (customer_id, target_exemption_id) references exemption (customer_id, id),
  foreign key (customer_id, target_member_id) references member (customer_id, id),
  foreign key (customer_id, target_policy_id) references policy (customer_id, id),
  foreign key (customer_id, target_program_id) references program (customer_id, id),
  foreign key (customer_id, target_auth_config_id) references auth_config (customer_id, id),
  foreign key (customer_id, remediation_id) references remediation (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id)
);
create index on review (customer_id, target_measure_id);
create index on review (customer_id, target_incident_id);
create index on review (customer_id, target_gap_id);
create index on review (customer_id, target_exemption_id);
create index on review (customer_id, target_member_id);
create index on review (customer_id, target_policy_id);
create index on review (customer_id, target_program_id);
create index on review (customer_id, target_auth_config_id);
create index on review (customer_id, remediation_id);
create index on review (customer_id, perimeter_id);
create index on review (customer_id, manager_id);
call entity_table('review');

-- One open review of a source for a target; of improvement actions each has what it takes off the measure, and so a review of its own.
create unique index review_one_open on review (customer_id, source, target_type, target_measure_id, target_incident_id, target_gap_id, target_exemption_id,
  target_member_id, target_policy_id, target_program_id, target_auth_config_id, (case when target_type = 'UPGRADE' then remediation_id end)) nulls not distinct
  where status = 'OPEN';
create index on review (customer_id, created_at) where status = 'OPEN';
