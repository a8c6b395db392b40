-- Scales: what an organisation judges by (SCL-01 … SCL-14), one default of each kind for every organisation that is there already, and one for every imported risk matrix.

create table scale (
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
  type text not null check (type in ('priority', 'indicator', 'eval', 'risk', 'perimeter', 'weather', 'business_impacts')),
  is_default boolean not null default false,
  matrix jsonb,
  impact_types text[] not null default '{}' check (impact_types <@ array['FINANCIAL', 'OPERATIONAL', 'LEGAL', 'IMAGE', 'HUMAN']),
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  translations jsonb,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('scale');

create table scale__levels (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  value int check (value between 0 and 100),
  low int check (low between 0 and 100),
  high int check (high between 0 and 100),
  color text,
  description_en text collate "und-x-icu",
  description_fr text collate "und-x-icu",
  comment_required boolean not null default false,
  remediation text check (remediation in ('NON_APPLICABLE', 'APPLICABLE', 'REQUIRED')),
  is_compliant boolean not null default false,
  weight numeric(14, 2) check (weight between 0 and 1000),
  icon text check (icon in ('SUN', 'SUN_CLOUD', 'CLOUD', 'RAIN', 'STORM')),
  financial_en text collate "und-x-icu",
  financial_fr text collate "und-x-icu",
  operational_en text collate "und-x-icu",
  operational_fr text collate "und-x-icu",
  legal_en text collate "und-x-icu",
  legal_fr text collate "und-x-icu",
  image_en text collate "und-x-icu",
  image_fr text collate "und-x-icu",
  human_en text collate "und-x-icu",
  human_fr text collate "und-x-icu",
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references scale (customer_id, id) on delete cascade
);
create index on scale__levels (customer_id, owner_id);
call owned_table('scale__levels');

create table scale__impact_levels (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text collate "und-x-icu",
  description_fr text collate "und-x-icu",
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references scale (customer_id, id) on delete cascade
);
create index on scale__impact_levels (customer_id, owner_id);
call owned_table('scale__impact_levels');

create table scale__probability_levels (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text collate "und-x-icu",
  description_fr text collate "und-x-icu",
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references scale (customer_id, id) on delete cascade
);
create index on scale__probability_levels (customer_id, owner_id);
call owned_table('scale__probability_levels');

create unique index scale_one_default on scale (customer_id, type) where is_default;
create unique index scale_urn on scale (customer_id, urn) where urn is not null;

-- Adds a scale of the current customer with all that belongs to it; answers what the audit is to be told.
create function insert_scale(p jsonb) returns jsonb
  language plpgsql as $$
declare
  customer constant bigint := current_customer();
  made scale;
begin
  insert into scale (customer_id, identifier, name_en, name_fr, description_en, description_fr, type, is_default, matrix, impact_types, urn)
    values (customer, p->>'identifier', p->>'name_en', p->>'name_fr', p->>'description_en', p->>'description_fr', p->>'type', coalesce((p->>'is_default')::boolean, false),
      p->'matrix', coalesce((select array_agg(t) from jsonb_array_elements_text(p->'impact_types') t), '{}'), p->>'urn')
    returning * into made;
  insert into scale__levels (customer_id, owner_id, position, name_en, name_fr, value, low, high, color, description_en, description_fr, comment_required, remediation,
      is_compliant, weight, icon, financial_en, financial_fr, operational_en, operational_fr, legal_en, legal_fr, image_en, image_fr, human_en, human_fr)
    select customer, made.id, row_number() over () - 1, name_en, name_fr, coalesce(value, low), low, high, color, description_en, description_fr,
      coalesce(comment_required, false), remediation, coalesce(is_compliant, false), weight, icon, financial_en, financial_fr, operational_en, operational_fr,
      legal_en, legal_fr, image_en, image_fr, human_en, human_fr
    from jsonb_populate_recordset(null::scale__levels, p->'levels');
  insert into scale__impact_levels (customer_id, owner_id, position, name_en, name_fr, description_en, description_fr)
    select customer, made.id, row_number() over () - 1, name_en, name_fr, description_en, description_fr
    from jsonb_populate_recordset(null::scale__impact_levels, coalesce(p->'impact_levels', '[]'));
  insert into scale__probability_levels (customer_id, owner_id, position, name_en, name_fr, description_en, description_fr)
    select customer, made.id, row_number() over () - 1, name_en, name_fr, description_en, description_fr
    from jsonb_populate_recordset(null::scale__probability_levels, coalesce(p->'probability_levels', '[]'));
  insert into search_document (customer_id, entity, id, text)
    values (customer, 'scale', made.id, fold(left(concat_ws(' ', made.identifier, made.name_en, made.name_fr, made.description_en, made.description_fr), 20000)));
  return jsonb_build_object('entity', 'scale', 'object_id', made.id, 'action', 'create', 'version', made.version, 'related', true,
    'digest', (select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex') from jsonb_each(to_jsonb(made)) e));
end $$;

-- One scale of each kind for a customer to begin with. Of the priorities and of the performance the values, names and colours are those that the program had before.
create function seed_scales() returns jsonb
  language sql volatile as $$
  select jsonb_agg(insert_scale(s)) from jsonb_array_elements('[
    {"identifier": "PRIORITY", "type": "priority", "name_en": "Priority", "name_fr": "Priorité", "is_default": true,
    "levels": [
      {"name_en": "Low", "name_fr": "Basse", "color": "#454c59", "value": 25},
      {"name_en": "Medium", "name_fr": "Moyenne", "color": "#454c59", "value": 50},
      {"name_en": "High", "name_fr": "Haute", "color": "#454c59", "value": 75},
      {"name_en": "Critical", "name_fr": "Critique", "color": "#d9453d", "value": 100}]},
    {"identifier": "PERFORMANCE", "type": "indicator", "name_en": "Performance", "name_fr": "Performance", "is_default": true,
    "levels": [
      {"name_en": "Insufficient", "name_fr": "Insuffisant", "color": "#d9453d", "low": 0, "high": 59},
      {"name_en": "To improve", "name_fr": "À améliorer", "color": "#e09112", "low": 60, "high": 69},
      {"name_en": "Good", "name_fr": "Bon", "color": "#1f9d63", "low": 70, "high": 100}]},
    {"identifier": "EVALUATION", "type": "eval", "name_en": "Evaluation", "name_fr": "Évaluation", "is_default": true,
    "levels": [
      {"name_en": "Not in place", "name_fr": "Absent", "color": "#d9453d", "description_en": "Nothing, or by habit only", "description_fr": "Rien, ou par habitude seulement", "value": 0, "comment_required": true, "remediation": "REQUIRED"},
      {"name_en": "In part", "name_fr": "Partiel", "color": "#dd6f2e", "description_en": "Some cases covered, no rule", "description_fr": "Quelques cas couverts, sans règle", "value": 25, "comment_required": true, "remediation": "REQUIRED"},
      {"name_en": "Mostly", "name_fr": "Généralisé", "color": "#d9a321", "description_en": "A rule, with exceptions", "description_fr": "Une règle, avec des exceptions", "value": 50, "comment_required": true, "remediation": "APPLICABLE"},
      {"name_en": "In place", "name_fr": "En place", "color": "#86b35b", "description_en": "Applied everywhere", "description_fr": "Appliqué partout", "value": 75, "remediation": "APPLICABLE", "is_compliant": true},
      {"name_en": "Checked", "name_fr": "Vérifié", "color": "#1f9d63", "description_en": "Applied, tested every year", "description_fr": "Appliqué, testé chaque année", "value": 100, "remediation": "NON_APPLICABLE", "is_compliant": true}]},
    {"identifier": "RISK", "type": "risk", "name_en": "Risk", "name_fr": "Risque", "is_default": true,
    "levels": [
      {"name_en": "Low", "name_fr": "Faible", "color": "#1f9d63", "value": 1},
      {"name_en": "Medium", "name_fr": "Modéré", "color": "#d9a321", "value": 2},
      {"name_en": "High", "name_fr": "Élevé", "color": "#dd6f2e", "value": 3},
      {"name_en": "Critical", "name_fr": "Critique", "color": "#d9453d", "value": 4}],
    "impact_levels": [
      {"name_en": "Negligible", "name_fr": "Négligeable"},
      {"name_en": "Limited", "name_fr": "Limitée"},
      {"name_en": "Significant", "name_fr": "Importante"},
      {"name_en": "Serious", "name_fr": "Grave"},
      {"name_en": "Extreme", "name_fr": "Extrême"}],
    "probability_levels": [
      {"name_en": "Rare", "name_fr": "Rare"},
      {"name_en": "Unlikely", "name_fr": "Peu probable"},
      {"name_en": "Possible", "name_fr": "Possible"},
      {"name_en": "Likely", "name_fr": "Probable"},
      {"name_en": "Almost certain", "name_fr": "Quasi certaine"}],
    "matrix": [[1, 1, 1, 1, 2], [1, 1, 2, 2, 3], [1, 2, 2, 3, 4], [1, 2, 3, 4, 4], [2, 3, 4, 4, 4]]},
    {"identifier": "CRITICALITY", "type": "perimeter", "name_en": "Criticality", "name_fr": "Criticité", "is_default": true,
    "levels": [
      {"name_en": "Low", "name_fr": "Faible", "color": "#1f9d63", "value": 1, "weight": 1},
      {"name_en": "Moderate", "name_fr": "Modérée", "color": "#d9a321", "value": 2, "weight": 2},
      {"name_en": "High", "name_fr": "Élevée", "color": "#dd6f2e", "value": 3, "weight": 3},
      {"name_en": "Vital", "name_fr": "Vitale", "color": "#d9453d", "value": 4, "weight": 4}]},
    {"identifier": "WEATHER", "type": "weather", "name_en": "Weather", "name_fr": "Météo", "is_default": true,
    "levels": [
      {"name_en": "Storm", "name_fr": "Orage", "color": "#d9453d", "low": 0, "high": 19, "icon": "STORM"},
      {"name_en": "Rain", "name_fr": "Pluie", "color": "#dd6f2e", "low": 20, "high": 39, "icon": "RAIN"},
      {"name_en": "Cloudy", "name_fr": "Nuageux", "color": "#d9a321", "low": 40, "high": 59, "icon": "CLOUD"},
      {"name_en": "Fair", "name_fr": "Éclaircies", "color": "#86b35b", "low": 60, "high": 79, "icon": "SUN_CLOUD"},
      {"name_en": "Sunny", "name_fr": "Soleil", "color": "#1f9d63", "low": 80, "high": 100, "icon": "SUN"}]},
    {"identifier": "IMPACTS", "type": "business_impacts", "name_en": "Business impacts", "name_fr": "Impacts métier", "is_default": true,
    "impact_types": ["FINANCIAL", "OPERATIONAL", "LEGAL", "IMAGE", "HUMAN"],
    "levels": [
      {"name_en": "Minor", "name_fr": "Mineur", "color": "#1f9d63", "value": 1, "financial_en": "Absorbed by the budget", "financial_fr": "Absorbé par le budget", "operational_en": "Some discomfort, no delay", "operational_fr": "De la gêne, sans retard", "legal_en": "A reminder", "legal_fr": "Un rappel", "image_en": "Known inside only", "image_fr": "Connu en interne seulement", "human_en": "No effect on people", "human_fr": "Sans effet sur les personnes"},
      {"name_en": "Significant", "name_fr": "Significatif", "color": "#d9a321", "value": 2, "financial_en": "A budget has to be revised", "financial_fr": "Un budget est à revoir", "operational_en": "An activity is slowed down for days", "operational_fr": "Une activité est ralentie pendant des jours", "legal_en": "A formal notice", "legal_fr": "Une mise en demeure", "image_en": "Complaints, local press", "image_fr": "Des plaintes, la presse locale", "human_en": "Stress, slight harm", "human_fr": "Du stress, une atteinte légère"},
      {"name_en": "Serious", "name_fr": "Grave", "color": "#dd6f2e", "value": 3, "financial_en": "The result of the year suffers", "financial_fr": "Le résultat de l’année en souffre", "operational_en": "An activity stops for days", "operational_fr": "Une activité s’arrête pendant des jours", "legal_en": "A fine or a lawsuit", "legal_fr": "Une amende ou un procès", "image_en": "National press, customers leave", "image_fr": "La presse nationale, des clients partent", "human_en": "Injury, or lasting harm", "human_fr": "Une blessure, ou une atteinte durable"},
      {"name_en": "Critical", "name_fr": "Critique", "color": "#d9453d", "value": 4, "financial_en": "The organisation is at stake", "financial_fr": "L’organisation est en jeu", "operational_en": "Vital activities stop", "operational_fr": "Les activités vitales s’arrêtent", "legal_en": "Criminal liability, a licence withdrawn", "legal_fr": "La responsabilité pénale, un agrément retiré", "image_en": "Trust is lost for good", "image_fr": "La confiance est perdue pour longtemps", "human_en": "Lives are in danger", "human_fr": "Des vies sont en danger"}]}
  ]'::jsonb) s
$$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['insert_scale(jsonb)', 'seed_scales()']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;

-- The provider and the first catalog have theirs from the beginning, too.
create or replace function create_installation(p_name text, p_lang text, p_time_zone text) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  caller constant text := current_setting('app.customer_id', true);
  made bigint;
begin
  for made in
    with here as (insert into instance (name) values (p_name) returning id)
    insert into customer (instance_id, kind, name, lang, time_zone)
      select here.id, kinds.kind, kinds.name, p_lang, p_time_zone
      from here, (values (1, 'PROVIDER', p_name), (2, 'CATALOG', 'Catalog')) as kinds (n, kind, name) order by kinds.n
      returning id
  loop
    perform set_config('app.customer_id', made::text, true);
    perform audit_append(null, null, 'system', 'start', seed_scales());
  end loop;
  perform set_config('app.customer_id', coalesce(caller, ''), true);
end $$;

-- A risk matrix that was imported is a scale, too, where its sides have the sizes that scales have: the organisation's own copy, which it may change.
create function scale_of_matrix(p risk_matrix, p_identifier text) returns jsonb
  language sql stable as $$
  select jsonb_build_object('identifier', p_identifier, 'type', 'risk', 'name_en', p.name_en, 'name_fr', p.name_fr, 'description_en', p.description_en,
    'description_fr', p.description_fr, 'urn', p.urn, 'impact_levels', p.definition->'impact', 'probability_levels', p.definition->'probability',
    'levels', (select jsonb_agg(level || jsonb_build_object('value', n) order by n) from jsonb_array_elements(p.definition->'risk') with ordinality l (level, n)),
    'matrix', (select jsonb_agg(line order by i) from (
      select i, jsonb_agg((p.definition->'grid'->(j - 1)->>(i - 1))::int + 1 order by j) as line
      from generate_series(1, jsonb_array_length(p.definition->'impact')) i, generate_series(1, jsonb_array_length(p.definition->'probability')) j
      group by i) lines))
  where jsonb_array_length(p.definition->'impact') between 3 and 6 and jsonb_array_length(p.definition->'probability') between 3 and 6
    and jsonb_array_length(p.definition->'risk') between 2 and 20
$$;

do $$
declare
  c bigint;
  matrix risk_matrix;
  made jsonb;
  rows jsonb;
  n int;
begin
  -- Outside of a customer a forced policy hides every row, also from the owner.
  alter table customer no force row level security;
  for c in select id from customer order by id loop
    perform set_config('app.customer_id', c::text, true);
    rows := seed_scales();
    n := 0;
    for matrix in select * from risk_matrix where customer_id = c order by id loop
      made := scale_of_matrix(matrix, 'SC-' || (n + 1));
      if made is not null then
        n := n + 1;
        rows := rows || insert_scale(made);
      end if;
    end loop;
    if n > 0 then
      insert into identifier_counter (customer_id, entity, last) values (c, 'scale', n);
    end if;
    perform audit_append(null, null, 'system', 'migration', rows);
  end loop;
  reset app.customer_id;
  alter table customer force row level security;
end $$;
drop function scale_of_matrix(risk_matrix, text);
