export const weather = {
  months: 'Six months',
  say: 'Update status',
  save: 'Save',
  said: 'Saved',
  history: 'All changes',
  title: 'Weather of “{name}”',
  day: 'Date',
  none: 'No weather was ever said.',
  colon: ':',
} as const

export const tests = {
  add: 'Add a test',
  none: 'No security test yet.',
  none_text: 'Tests before the decision, each with its result, its evidence and the gaps that it opened.',
  to_do: 'To do',
  done: 'done on {date}',
  planned: 'planned for {date}',
  open_gap: 'Open a gap',
  gap_text: '“{name}” becomes a gap at the place of the project, with the comment of the test.',
  register: 'Register',
  remove: 'Remove this test?',
  edit: 'Edit “{name}”',
} as const
