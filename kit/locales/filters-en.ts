/** Words of the filters of lists: chips, periods, what to do when nothing is left. */
export const filters = {
  in_force: 'Filters in force',
  shown: '{total, number} of {all, number}',
  add: 'Filter',
  add_label: 'Add a filter',
  find: 'Find a field',
  clear: 'Clear all',
  no: '{name}: no',
  fewer: 'Without “{name}”',
  nothing: '{name}: no result with {count, plural, one {this filter} other {these # filters}}',
  most: 'Remove the one that hides the most:',
  show: '{count, plural, one {Show # result} other {Show # results}}',
  order: 'Order: {name}',
  order_title: 'Order of the list',
  manual: 'Manual order',
  default_order: 'Default order',
  days: 'days',
  period: 'Period',
  between: 'Between two dates',
  select_all: 'Select all {count, number}',
  select_first: 'Select the first {count, number}',
  selected_bound: 'At most {count, number} rows are selected at a time',
  tools: 'List tools',
  more_tools: 'More tools',
  show_more: 'Show {count, number} more',
} as const

export const periods = {
  past: 'before today',
  today: 'today',
  this_week: 'this week',
  this_month: 'this month',
  this_quarter: 'this quarter',
  this_year: 'this year',
  last_days: '{days, plural, one {today} other {in the last # days}}',
  next_days: 'within {days, plural, one {# day} other {# days}}',
  until_days: 'within {days, plural, one {# day} other {# days}} or past',
} as const

export const period_choices = {
  past: 'Before today',
  today: 'Today',
  this_week: 'This week',
  this_month: 'This month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  last_days: 'The last days',
  next_days: 'The next days',
  until_days: 'The next days, or past',
} as const

/** Parts of a list that is ordered by its dates. */
export const sections = {
  late: 'Late',
  soon: 'Within 14 days',
  later: 'Later',
  undated: 'No date',
  closed: 'Closed',
} as const
