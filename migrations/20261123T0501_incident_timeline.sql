-- When each step of an incident was entered, when authorities were told, what it did harm to; and its timeline, which only grows.
alter table incident
  add column opened_at timestamptz,
  add column analysis_at timestamptz,
  add column containment_at timestamptz,
  add column eradication_at timestamptz,
  add column recovery_at timestamptz,
  add column learning_at timestamptz,
  add column closed_at timestamptz,
  add column early_warning_sent_at timestamptz,
  add column notification_sent_at timestamptz,
  add column final_report_sent_at timestamptz,
  add column gdpr_sent_at timestamptz,
  add column impact int check (impact between 0 and 100),
  add column availability int check (availability between 0 and 100),
  add column integrity int check (integrity between 0 and 100),
  add column confidentiality int check (confidentiality between 0 and 100),
  add column traceability int check (traceability between 0 and 100);
alter table incident_history
  add column opened_at timestamptz,
  add column analysis_at timestamptz,
  add column containment_at timestamptz,
  add column eradication_at timestamptz,
  add column recovery_at timestamptz,
  add column learning_at timestamptz,
  add column closed_at timestamptz,
  add column early_warning_sent_at timestamptz,
  add column notification_sent_at timestamptz,
  add column final_report_sent_at timestamptz,
  add column gdpr_sent_at timestamptz,
  add column impact int,
  add column availability int,
  add column integrity int,
  add column confidentiality int,
  add column traceability int;
call link_table('incident', 'perimeters', 'perimeter');

-- The list as it opens, what a tab shows, what is counted by month, whose clocks run.
create index on incident (customer_id, (status in ('CLOSED')), detected_at desc, id);
create index on incident (customer_id, status, detected_at desc, id);
create index on incident (customer_id, detected_at, id);
create index on incident (customer_id, containment_at) where containment_at is not null;
create index on incident (customer_id, closed_on) where closed_on is not null;
create index on incident (customer_id, aware_at) where aware_at is not null and (significant = 'YES' or personal_data = 'YES');

-- What was found, decided and done, and when; a mistake is corrected by a further entry. Nobody changes or removes one, whoever writes: the incident may go, and
-- has no foreign key from here.
create table incident_entry (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  incident_id bigint not null,
  kind text not null check (kind in ('FINDING', 'DECISION', 'CONTACT', 'NOTE', 'DECLARED', 'STEP', 'SEVERITY', 'SENT', 'PASSED')),
  happened_at timestamptz not null,
  said_at timestamptz not null default moment(),
  -- Nobody: the server.
  member_id bigint,
  text text,
  corrects_id bigint,
  -- What a step, a level or a clock went from and to.
  was text,
  became text,
  clock text check (clock in ('EARLY_WARNING', 'NOTIFICATION', 'FINAL_REPORT', 'GDPR')),
  authority text,
  reference text,
  primary key (customer_id, id),
  foreign key (customer_id, member_id) references member (customer_id, id),
  foreign key (customer_id, corrects_id) references incident_entry (customer_id, id)
);
create index on incident_entry (customer_id, incident_id, happened_at desc, id desc);
create index on incident_entry (customer_id, member_id);
create index on incident_entry (customer_id, corrects_id);
call tenant_policies('incident_entry', 'select, insert');
create trigger immutable before update or delete on incident_entry for each row execute function refuse_change();

-- What people were told of an incident by mail, so that they are told once: that it was declared, that a clock runs out, that it has run out.
create table incident_told (
  customer_id bigint not null references customer,
  incident_id bigint not null,
  what text not null,
  -- When the incident was declared, when the clock runs out.
  about timestamptz not null,
  told_at timestamptz not null default moment(),
  primary key (customer_id, incident_id, what, about)
);
call tenant_policies('incident_told', 'select, insert');
