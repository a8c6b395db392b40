-- Libraries: files that brought frameworks, measure models, threats, matrices, mappings and questions, with all that they said.

create table library (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text,
  description_fr text,
  urn text not null,
  locale text not null,
  format text not null check (format in ('library', 'oscal')),
  -- Orders the editions of one URN and locale; `version_label` is what its publisher calls it.
  edition bigint not null,
  version_label text not null,
  provider text,
  packager text,
  copyright_en text,
  copyright_fr text,
  annotation_en text,
  annotation_fr text,
  publication_date date,
  counts jsonb not null,
  sha256 text not null,
  translations jsonb,
  primary key (customer_id, id),
  unique (customer_id, urn, locale)
);
call entity_table('library');

-- The whole of each edition as it was read: the basis of comparisons, and the home of what the product does not use.
create table library_content (
  customer_id bigint not null references customer,
  library_id bigint not null,
  edition bigint not null,
  content jsonb not null,
  imported_at timestamptz not null default moment(),
  primary key (customer_id, library_id, edition),
  foreign key (customer_id, library_id) references library (customer_id, id) on delete cascade
);
call tenant_policies('library_content', 'select, insert, delete');

-- What a requirement names and no import has brought yet; the import that brings it makes the link.
create table library_reference (
  customer_id bigint not null references customer,
  lineage_id bigint not null,
  kind text not null check (kind in ('reference_control', 'threat')),
  urn text not null,
  primary key (customer_id, lineage_id, kind, urn),
  foreign key (customer_id, lineage_id) references control_lineage (customer_id, id) on delete cascade
);
create index on library_reference (customer_id, kind, urn);
call tenant_policies('library_reference', 'select, insert, delete');

-- An uploaded library until the job has read it: whichever server takes the job finds it here.
create table library_upload (
  customer_id bigint not null references customer,
  report_id bigint not null,
  content bytea not null,
  primary key (customer_id, report_id),
  foreign key (customer_id, report_id) references import_report (customer_id, id) on delete cascade
);
call tenant_policies('library_upload', 'select, insert, delete');

-- Import reports are read like any entity.
alter table import_report add version int not null default 1, add updated_by bigint;
alter table import_report alter created_at set default moment(), alter updated_at set default moment();
create index on import_report (customer_id, created_at);
call history_table('import_report');
alter table import_report_history add primary key (customer_id, id, version);
call tenant_policies('import_report_history', 'select, insert');
