-- Members are told of declared incidents, of what they are asked to answer and of tasks that open as of everything else: in the product too, and as they chose.
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check
  (kind in ('to_approve', 'clock_late', 'clock_soon', 'declared', 'asked', 'assigned', 'mentioned', 'commented', 'due_soon', 'opened', 'late', 'decided', 'rejected', 'expiring', 'happened'));
