import { linesEn } from './lines-en.ts'

/** What runs say of themselves. */
export const jobWords = {
  sources: { MANUAL: 'By hand', SCHEDULE: 'Schedule' },
  statuses: { IN_PROGRESS: 'In progress', PENDING: 'Pending worker', SUCCESS: 'Success', WARNING: 'Warning', FAILED: 'Failed' },
  /** Why a run failed, as its title. */
  reasons: {
    refused: 'The service refused the key',
    unreachable: 'The service did not answer',
    busy: 'The service asked to wait',
    unexpected: 'The service answered something that cannot be read',
    gone: 'The place to be read is not there any more',
    too_large: 'The answer is larger than a run may read',
    cut_off: 'The run was cut off',
    not_offered: 'The service is no longer offered',
    quota: 'The quota of gaps is reached',
    worker: 'Only a worker reaches this service',
    worker_away: 'Its worker did not come for the run',
  },
  log: {
    ...linesEn,
    started: '{source, select, SCHEDULE {Run started by the schedule} other {Run started by hand}}{attempt, plural, one {} other {, attempt {attempt}}}',
    values: '{count, plural, one {# value came} other {# values came}}, {changed} of them new or different',
    no_metric: '“{metric}” came and feeds nothing',
    empty: '“{metric}” brought no value',
    value_refused: 'The value {value} of “{metric}” was refused: it is outside of the bounds of its metric or its period is closed',
    findings: '{count, plural, one {# finding} other {# findings}} read: {unchanged} unchanged, {fresh} new or different, {gone} gone',
    gaps: '{made} gaps opened, {changed} changed, {closed} closed',
    gaps_refused: '{count, plural, one {# finding was} other {# findings were}} not taken by the register, where the gap is out of reach',
    gaps_left: '{count, plural, one {# more finding} other {# more findings}} became no gap: a register takes {most} of one connector',
    known: 'Known vulnerabilities: {count} read, {kept} of them concern findings here',
    failed:
      '{reason, select, refused {Sign-in refused} unreachable {No answer} busy {The service asked to wait} gone {Not there any more} too_large {The answer is too large} cut_off {The run was cut off} quota {The quota of gaps is reached} not_offered {The service is no longer offered} worker {Only a worker reaches it} worker_away {Its worker did not come} other {The answer cannot be read}}{told, select, none {} other {: “{told}”}}',
    nothing_written: 'Nothing was closed: what did not come is as it was',
    next_try: 'Next try on {at}',
    done: 'Done in {seconds, plural, one {# second} other {# seconds}}',
  },
}
