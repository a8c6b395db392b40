-- Questionnaires: what each version asks is one document; what answers will name has an id for good.

create table questionnaire (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text,
  description_fr text,
  usage text not null default 'EVALUATION' check (usage in ('EVALUATION', 'PROJECT_CLASSIFICATION')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED')),
  edition int check (edition >= 1),
  draft_edition int check (draft_edition >= 1),
  questions int not null default 0 check (questions >= 0),
  to_correct int not null default 0 check (to_correct >= 0),
  written_at timestamptz,
  archived boolean not null default false,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  translations jsonb,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  check ((status = 'PUBLISHED') = (edition is not null)),
  check (draft_edition > coalesce(edition, 0))
);
call entity_table('questionnaire');
create index on questionnaire (customer_id, urn) where urn is not null;

-- One row for each version; the draft is the one that is not published.
create table questionnaire_version (
  customer_id bigint not null references customer,
  questionnaire_id bigint not null,
  edition int not null check (edition >= 1),
  structure jsonb not null check (jsonb_typeof(structure) = 'object' and jsonb_typeof(structure -> 'sections') = 'array'),
  published_at timestamptz,
  published_by bigint,
  primary key (customer_id, questionnaire_id, edition),
  foreign key (customer_id, questionnaire_id) references questionnaire (customer_id, id) on delete cascade,
  foreign key (customer_id, published_by) references member (customer_id, id)
);
create unique index questionnaire_draft on questionnaire_version (customer_id, questionnaire_id) where published_at is null;
create index on questionnaire_version (customer_id, published_by);
call tenant_policies('questionnaire_version');

-- What is published stays as it is, whoever asks.
create function keep_published() returns trigger language plpgsql as $$
begin
  raise exception 'a published version of a questionnaire stays as it is' using errcode = 'check_violation';
end $$;
create trigger keep_published before update on questionnaire_version for each row when (old.published_at is not null) execute function keep_published();

-- What has ever been published, by what it is called within its questionnaire: a later version with the same key is the same element.
create table questionnaire_element (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  questionnaire_id bigint not null,
  kind text not null check (kind in ('SECTION', 'QUESTION', 'OPTION', 'ACCUMULATOR')),
  -- The question of an option, else empty.
  question text not null default '',
  key text not null,
  primary key (customer_id, id),
  unique (customer_id, questionnaire_id, kind, question, key),
  check ((kind = 'OPTION') = (question <> '')),
  foreign key (customer_id, questionnaire_id) references questionnaire (customer_id, id) on delete cascade
);
call tenant_policies('questionnaire_element', 'select, insert, delete');

-- Shared as models are, but only what is published, with what it asks.
alter table questionnaire alter column catalog_type set default own_catalog_type();
create trigger catalog_type_here before insert or update of catalog_type on questionnaire for each row when (new.catalog_type <> 'PRIVATE') execute function check_catalog_type();
do $$ begin
  execute format('create policy shared_select on questionnaire for select to %I using ((customer_id, catalog_type) in (select s.customer_id, s.catalog_type from public.shared_catalogs() s))', current_user);
  execute format('create policy shared_select on questionnaire_version for select to %I using (published_at is not null and customer_id in (select s.customer_id from public.shared_catalogs() s))', current_user);
end $$;
create index on questionnaire (customer_id, origin_customer_id, origin_id) where origin_id is not null;
create view shared.questionnaire with (security_barrier = true) as
  select q.customer_id, q.id, q.version, q.identifier, q.name_en, q.name_fr, q.description_en, q.description_fr, q.usage, q.catalog_type, q.urn, q.translations,
    q.edition, q.questions, v.structure
  from public.shared_catalogs() s
    join public.questionnaire q on q.customer_id = s.customer_id and q.catalog_type = s.catalog_type
    join public.questionnaire_version v on v.customer_id = q.customer_id and v.questionnaire_id = q.id and v.edition = q.edition
  where not q.archived;
grant select on shared.questionnaire to vigie_app;
