/** Words of lifecycles, wherever an entity has none of its own. */
export const work = {
  ask: '{move}: “{name}”',
  move_dates: 'Move the target date of “{name}”',
  move_date: 'Move the date',
  sure: 'Are you sure?',
  change_status: 'Change status',
  new_status: 'New status',
  bulk_status: '{count, plural, one {Change the status of # object} other {Change the status of # objects}}',
  bulk_assign: '{count, plural, one {Assign # object} other {Assign # objects}}',
  where_none: '{field}, for those that have none',
  errors: {
    transition: 'This status cannot follow the current one',
    no_move_right: 'You do not have the right to make this change of status',
    reason_needed: 'Say why',
    since_other_status: 'This date can only be set in another status',
    other_status: 'This can only be filled in with another status',
  },
} as const
