-- Members are told of declared incidents and of what they are asked to answer as of everything else: in the product too, and as they chose.
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check
  (kind in ('to_approve', 'clock_late', 'clock_soon', 'declared', 'asked', 'assigned', 'mentioned', 'commented', 'due_soon', 'late', 'decided', 'rejected', 'expiring', 'happened'));
