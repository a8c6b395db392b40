-- Readers of a dashboard are told of a version where whoever publishes it asks for that.
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check
  (kind in ('to_approve', 'clock_late', 'clock_soon', 'declared', 'asked', 'assigned', 'mentioned', 'commented', 'due_soon', 'opened', 'late', 'decided', 'rejected', 'expiring', 'happened', 'published'));
