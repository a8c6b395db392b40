-- Clocks that run out are told like everything else: which of them, in a word of the object's area, and the moment of which it is told.
alter table notification add column about text check (about ~ '^[A-Z][A-Z0-9_]{0,40}$'), add column due_at timestamptz;
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check
  (kind in ('to_approve', 'clock_late', 'clock_soon', 'assigned', 'mentioned', 'commented', 'due_soon', 'late', 'decided', 'rejected', 'expiring'));
-- What was told of an object's clocks is settled once they are answered.
create index on notification (customer_id, entity, object_id) where kind in ('clock_late', 'clock_soon') and read_at is null;
