-- That something was switched off for which somebody answers.
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check
  (kind in ('to_approve', 'clock_late', 'clock_soon', 'stopped', 'declared', 'asked', 'assigned', 'mentioned', 'commented', 'due_soon', 'opened', 'late', 'decided', 'rejected', 'expiring', 'happened', 'published'));
