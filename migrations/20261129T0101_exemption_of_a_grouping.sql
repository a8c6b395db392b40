-- An exemption is asked for perimeters or for one grouping; of a grouping the links list its perimeters as they are until the decision (docs/decisions/0070).

alter table exemption add column tag_id bigint;
alter table exemption_history add column tag_id bigint;
alter table exemption add foreign key (customer_id, tag_id) references tag (customer_id, id);
create index on exemption (customer_id, tag_id);

-- What is granted of a grouping holds for the perimeters that the grouping has at that moment, and for no others from then on.
create function exemption_keeps_grouping() returns trigger
  language plpgsql as $$
begin
  if old.status in ('GRANTED', 'CLOSED') and new.tag_id is distinct from old.tag_id then
    raise exception 'The grouping of an exemption stays as it was decided about';
  end if;
  if new.status = 'GRANTED' and old.status = 'REQUESTED' and new.tag_id is not null
    and array(select l.target_id from exemption__perimeters l where l.customer_id = new.customer_id and l.owner_id = new.id order by 1)
      <> array(select l.target_id from tag__perimeters l where l.customer_id = new.customer_id and l.owner_id = new.tag_id order by 1) then
    raise exception 'The grouping of the exemption has other perimeters by now';
  end if;
  return new;
end $$;
create trigger keeps_grouping before update of status, tag_id on exemption
  for each row when (old.tag_id is not null or new.tag_id is not null) execute function exemption_keeps_grouping();

-- Whoever holds a grouping sees what was asked for it: lists are still chosen and counted from their indexes alone.
drop index exemption_customer_id_expr_end_date_id_start_date_status_pe_idx;
drop index exemption_customer_id_status_end_date_id_start_date_perimet_idx;
drop index exemption_customer_id_end_date_id_status_perimeter_set_id_r_idx;
drop index exemption_customer_id_end_date_id_start_date_perimeter_set__idx;
create index on exemption (customer_id, (status in ('REJECTED', 'CLOSED')), end_date, id)
  include (start_date, status, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id);
create index on exemption (customer_id, status, end_date, id) include (start_date, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id);
create index on exemption (customer_id, end_date, id) include (status, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id);
create index on exemption (customer_id, end_date) include (id, start_date, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by, tag_id)
  where status = 'GRANTED';
