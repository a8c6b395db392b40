/** Lines of a run's log that adapters say. */
export const linesEn = {
  waits: 'The service asks to wait {seconds, plural, one {# second} other {# seconds}}.',
  missing_right: '{metric} stays empty: the right {right} is missing.',
  not_licensed: '{metric} stays empty: the service’s licence does not include it.',
  nothing_there: '{metric} stays empty: the service has nothing to say about it.',
  not_readable: '{count, plural, one {# entry was not understood and left out} other {# entries were not understood and left out}}; nothing is taken for gone.',
  not_enabled: '{place}: not enabled there, left out.',
  not_reached: '{place}: out of reach of these credentials, left out; nothing of it is taken for gone.',
  prepares: 'The service prepares the data.',
  part_expired: 'A part of the data expired before it was read and is asked for again.',
  read: '{what}: {count, plural, one {# entry} other {# entries}} read.',
}
