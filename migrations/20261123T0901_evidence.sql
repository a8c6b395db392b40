-- Evidence: what shows that something is so, in revisions; what an action shows as proof is a link to one.

create table evidence (
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
  description text,
  manager_id bigint,
  group_id bigint,
  perimeter_id bigint,
  effective_date date,
  valid_until date,
  kind text check (kind in ('PDF', 'IMAGE', 'SHEET', 'TEXT', 'DOCUMENT', 'LINK')),
  url text,
  change_reason text,
  revision int not null default 1,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id)
);
create index on evidence (customer_id, manager_id);
create index on evidence (customer_id, group_id);
create index on evidence (customer_id, perimeter_id, valid_until, id);
create index on evidence (customer_id, valid_until, id);
create index on evidence (customer_id, effective_date);
create index on evidence (customer_id, (coalesce(name_en, name_fr)), id);
create index on evidence (customer_id, (coalesce(name_fr, name_en)), id);
-- The same content is recognised by it.
create index on file (customer_id, sha256) where entity = 'evidence' and detached_at is null;
create index on evidence (customer_id, url) where url is not null;
call entity_table('evidence');

create table evidence__revisions (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  number int not null,
  url text,
  files jsonb,
  reason text,
  author_id bigint,
  date date,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references evidence (customer_id, id) on delete cascade,
  foreign key (customer_id, author_id) references member (customer_id, id)
);
create index on evidence__revisions (customer_id, owner_id);
call owned_table('evidence__revisions');

call link_table('remediation', 'evidences', 'evidence');
call link_table('remediation', 'task_evidences', 'evidence');

-- Every proof of an action or of a task becomes an evidence that the action shows, with its author and its day; the proof itself stays where it is. A file is copied by its
-- row alone: the content is the same. That of a finished action holds from the day on which it was done, so that what was proven stays so.
create function evidence_of_proofs() returns void language plpgsql as $$
declare
  customer constant bigint := current_customer();
  french constant boolean := (select c.lang = 'fr' from customer c where c.id = customer);
  zone constant text := (select c.time_zone from customer c where c.id = customer);
  proof record;
  made evidence;
  copy bigint;
  n int := 0;
begin
  create temp table told (place int, line jsonb) on commit drop;
  for proof in
    select x.*, r.perimeter_id, case when r.status = 'FINISHED' then r.done_date end as done from (
      select p.owner_id as action, coalesce(nullif(p.name, ''), p.url) as name, p.url, null::bigint as file, p.comment, p.author_id as author, p.date, p.valid_from as added, 1 as kind, p.id
        from remediation__proofs p where p.customer_id = customer and p.url is not null
      union all select f.object_id, f.name, null, f.id, f.comment, f.uploaded_by, null, f.created_at, 2, f.id
        from file f where f.customer_id = customer and f.entity = 'remediation' and f.field = 'proof_files' and f.detached_at is null
      union all select k.owner_id, k.name, k.proof_url, null, null, null, null, k.valid_from, 3, k.id
        from remediation__tasks k where k.customer_id = customer and k.proof_url is not null
      union all select f.object_id, f.name, null, f.id, f.comment, f.uploaded_by, null, f.created_at, 4, f.id
        from file f where f.customer_id = customer and f.entity = 'remediation' and f.field = 'tasks.proof_files' and f.detached_at is null) x
    join remediation r on r.customer_id = customer and r.id = x.action
    order by x.added, x.action, x.kind, x.id
  loop
    n := n + 1;
    insert into evidence (customer_id, created_at, created_by, updated_at, updated_by, identifier, name_en, name_fr, description, manager_id, perimeter_id, effective_date, kind, url)
      select customer, proof.added, proof.author, proof.added, proof.author, 'EV-' || n, case when not french then left(proof.name, 500) end, case when french then left(proof.name, 500) end,
        proof.comment, proof.author, proof.perimeter_id, coalesce(proof.done, proof.date, (proof.added at time zone zone)::date),
        (select case when f.id is null then 'LINK' when f.mime = 'application/pdf' then 'PDF' when f.mime like 'image/%' then 'IMAGE'
          when f.mime = 'text/csv' or f.mime like '%spreadsheet%' then 'SHEET' when f.mime like 'text/%' then 'TEXT' else 'DOCUMENT' end
          from (values (1)) one left join file f on f.customer_id = customer and f.id = proof.file), proof.url
      returning * into made;
    copy := null;
    if proof.file is not null then
      insert into file (customer_id, name, mime, size, sha256, storage_key, entity, object_id, field, uploaded_by, created_at, valid_from)
        select customer, f.name, f.mime, f.size, f.sha256, f.storage_key, 'evidence', made.id, 'files', f.uploaded_by, f.created_at, f.valid_from
        from file f where f.customer_id = customer and f.id = proof.file returning id into copy;
    end if;
    insert into evidence__revisions (customer_id, owner_id, position, valid_from, number, url, files, author_id, date)
      select customer, made.id, 0, proof.added, 1, proof.url,
        coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'mime', f.mime, 'sha256', f.sha256)) from file f where f.customer_id = customer and f.id = copy), '[]'),
        proof.author, coalesce(proof.date, (proof.added at time zone zone)::date);
    if proof.kind < 3 then
      insert into remediation__evidences (customer_id, owner_id, target_id, valid_from) values (customer, proof.action, made.id, proof.added);
    else
      insert into remediation__task_evidences (customer_id, owner_id, target_id, valid_from) values (customer, proof.action, made.id, proof.added);
    end if;
    insert into search_document (customer_id, entity, id, text)
      values (customer, 'evidence', made.id, fold(left(concat_ws(' ', made.identifier, made.name_en, made.name_fr, made.description), 20000)));
    insert into told values (n, jsonb_build_object('entity', 'evidence', 'object_id', made.id, 'action', 'create', 'version', made.version, 'related', true,
      'digest', (select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex') from jsonb_each(to_jsonb(made)) e)));
  end loop;
  if n > 0 then
    insert into identifier_counter (customer_id, entity, last) values (customer, 'evidence', n);
    -- What an action shows belongs to it: the audit is told of it, the action's own row is as it was.
    insert into told select n + row_number() over (order by r.id), jsonb_build_object('entity', 'remediation', 'object_id', r.id, 'action', 'update', 'version', r.version, 'related', true,
        'digest', (select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex') from jsonb_each(to_jsonb(r)) e))
      from remediation r where r.customer_id = customer and (exists (select from remediation__evidences l where l.customer_id = customer and l.owner_id = r.id)
        or exists (select from remediation__task_evidences l where l.customer_id = customer and l.owner_id = r.id));
    perform audit_append(null, null, 'system', 'migration', (select jsonb_agg(line order by place) from told));
  end if;
  drop table told;
end $$;

alter table customer no force row level security;
do $$
declare
  customer bigint;
begin
  for customer in select id from customer where kind = 'ORGANISATION' order by id loop
    execute format('set local app.customer_id = %L', customer);
    perform evidence_of_proofs();
  end loop;
  reset app.customer_id;
end $$;
alter table customer force row level security;
drop function evidence_of_proofs();
