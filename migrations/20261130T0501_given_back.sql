-- Evaluations that are given back once their campaign has ended, and how far each was on any day (docs/decisions/0081).

alter table evaluation add column given_back boolean not null default false;
alter table evaluation_history add column given_back boolean not null default false;

/* What somebody from outside is asked about: evaluations of campaigns that run, and those of an ended one that were given back, until their day and as long as nobody has said
   that they hold. A day more than the answers themselves, since a day ends elsewhere later. */
create or replace function asked_outside(p_member bigint, p_method text) returns bigint[]
  language sql stable
  as $$
    select coalesce(array_agg(e.id order by e.id), '{}') from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id
    where e.customer_id = current_customer() and e.status <> 'IGNORED' and (p_method <> 'CODE' or c.external_codes)
      and (c.status in ('METRIC_ENTRY', 'STARTED')
        or c.status = 'FINISHED' and e.given_back and e.status <> 'VALIDATED' and coalesce(e.due_date + 1 >= moment()::date, true))
      and (e.evaluator_id = p_member
        or e.id = any(array(select l.owner_id from evaluation__helpers l where l.customer_id = current_customer() and l.target_id = p_member)))
  $$;

alter table evaluation_standing add column valid_from timestamptz not null default moment();
call history_table('evaluation_standing');
alter table evaluation_standing_history add primary key (customer_id, evaluation_id, valid_from);
call tenant_policies('evaluation_standing_history', 'select, insert');

/* Two hundred who answer write this row with each of their answers. A day is over on a quarter of an hour wherever an organisation is, so one state for each quarter is what any day
   can ask for: the last one of a quarter is kept when the next answer comes in a later one. */
create function keep_evaluation_standing() returns trigger
  language plpgsql
  as $$
declare
  stamp constant timestamptz := moment();
begin
  if tg_op = 'UPDATE' then
    if (new.asked, new.answered, new.score, new.parts, new.accumulators, new.left_out) is not distinct from
       (old.asked, old.answered, old.score, old.parts, old.accumulators, old.left_out)
      or date_bin('15 minutes', stamp, 'epoch') <= old.valid_from then
      return new;
    end if;
    new.valid_from := stamp;
  end if;
  insert into evaluation_standing_history select (old).*, stamp;
  return case when tg_op = 'UPDATE' then new else old end;
end $$;
create trigger keep_evaluation_standing before update or delete on evaluation_standing for each row execute function keep_evaluation_standing();
