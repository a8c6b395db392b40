-- In which places each evidence is shown: whoever reads a place reads what its rows show, and a list of evidence looks that up in an index, in place of joining every link with its row.
create table evidence_place (
  customer_id bigint not null references customer,
  -- The row that shows it, and the field by which it does.
  entity text not null,
  object_id bigint not null,
  field text not null,
  evidence_id bigint not null,
  -- Where that row stands; neither: nowhere.
  perimeter_id bigint,
  tag_id bigint,
  primary key (customer_id, entity, object_id, field, evidence_id)
);
create index on evidence_place (customer_id, perimeter_id, evidence_id);
create index on evidence_place (customer_id, evidence_id, perimeter_id);
create index on evidence_place (customer_id, tag_id, evidence_id) where tag_id is not null;
call tenant_policies('evidence_place');

-- A row that goes elsewhere takes along what it shows. Called with the name of its grouping's column where there is one.
create function move_evidence_places() returns trigger language plpgsql as $$
declare
  tag bigint;
begin
  if tg_nargs > 0 then
    tag := new.tag_id;
  end if;
  update evidence_place set perimeter_id = new.perimeter_id, tag_id = tag
    where customer_id = new.customer_id and entity = tg_table_name and object_id = new.id;
  return null;
end $$;

-- Keeps the places of what the rows of an entity show by a field of links, in the statement that writes the links. The row is locked: whoever moves it does not see a link that is not committed,
-- and whoever links does not see a move that is not; one waits for the other.
create procedure keep_evidence_places(owner text, field text, tagged boolean default false)
  language plpgsql as $$
declare
  links constant text := owner || '__' || field;
  tag constant text := case when tagged then 'r.tag_id' else 'null::bigint' end;
begin
  execute format($ddl$
    create function %1$I() returns trigger language plpgsql as $body$
    begin
      if tg_op <> 'INSERT' then
        delete from evidence_place p using before b
          where p.customer_id = b.customer_id and p.entity = %2$L and p.object_id = b.owner_id and p.field = %3$L and p.evidence_id = b.target_id;
      end if;
      if tg_op <> 'DELETE' then
        perform from %2$I r where (r.customer_id, r.id) in (select a.customer_id, a.owner_id from after a) order by r.customer_id, r.id for no key update;
        insert into evidence_place (customer_id, entity, object_id, field, evidence_id, perimeter_id, tag_id)
          select a.customer_id, %2$L, a.owner_id, %3$L, a.target_id, r.perimeter_id, %4$s from after a join %2$I r on r.customer_id = a.customer_id and r.id = a.owner_id
          on conflict (customer_id, entity, object_id, field, evidence_id) do update set perimeter_id = excluded.perimeter_id, tag_id = excluded.tag_id;
      end if;
      return null;
    end $body$
  $ddl$, 'keep_places_of_' || links, owner, field, tag);
  execute format('create trigger place_shown after insert on %I referencing new table as after for each statement execute function %I()', links, 'keep_places_of_' || links);
  execute format('create trigger place_ended after delete on %I referencing old table as before for each statement execute function %I()', links, 'keep_places_of_' || links);
  execute format('create trigger place_changed after update on %I referencing old table as before new table as after for each statement execute function %I()',
    links, 'keep_places_of_' || links);
  -- Also where foreign keys are not looked at.
  execute format('alter table %I enable always trigger place_shown, enable always trigger place_ended, enable always trigger place_changed', links);
  if not exists (select from pg_trigger where tgrelid = format('public.%I', owner)::regclass and tgname = 'evidence_moved') then
    execute format('create trigger evidence_moved after update on %I for each row when (%s) execute function move_evidence_places(%s)', owner,
      case when tagged then '(old.perimeter_id, old.tag_id) is distinct from (new.perimeter_id, new.tag_id)' else 'old.perimeter_id is distinct from new.perimeter_id' end,
      case when tagged then '''tag_id''' else '' end);
    execute format('alter table %I enable always trigger evidence_moved', owner);
  end if;
end $$;

call keep_evidence_places('remediation', 'evidences');
call keep_evidence_places('remediation', 'task_evidences');
call keep_evidence_places('occurrence', 'evidences', true);

-- What there is already. The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table evidence_place no force row level security;
alter table remediation no force row level security;
alter table remediation__evidences no force row level security;
alter table remediation__task_evidences no force row level security;
alter table occurrence no force row level security;
alter table occurrence__evidences no force row level security;
insert into evidence_place (customer_id, entity, object_id, field, evidence_id, perimeter_id, tag_id)
  select r.customer_id, 'remediation', r.id, 'evidences', l.target_id, r.perimeter_id, null::bigint from remediation__evidences l join remediation r on r.customer_id = l.customer_id and r.id = l.owner_id
  union all select r.customer_id, 'remediation', r.id, 'task_evidences', l.target_id, r.perimeter_id, null::bigint from remediation__task_evidences l
    join remediation r on r.customer_id = l.customer_id and r.id = l.owner_id
  union all select r.customer_id, 'occurrence', r.id, 'evidences', l.target_id, r.perimeter_id, r.tag_id from occurrence__evidences l
    join occurrence r on r.customer_id = l.customer_id and r.id = l.owner_id;
alter table evidence_place force row level security;
alter table remediation force row level security;
alter table remediation__evidences force row level security;
alter table remediation__task_evidences force row level security;
alter table occurrence force row level security;
alter table occurrence__evidences force row level security;
