export const findings = {
  gone: 'No longer found in {file}',
  back: 'Found again in {file}',
  not_there: 'The file reports it as resolved; no gap matches it',
  suppressed: 'Suppressed where it was found; nothing changes',
  passed: 'The check passed: not a gap',
  manual: 'To be checked by hand: not a gap until somebody has looked',
  not_applicable: 'Not applicable: not a gap',
  informational: 'For information: not a gap',
  left_out: {
    suppressed: '{count, plural, one {# result is suppressed or muted in the tool} other {# results are suppressed or muted in the tool}}: left as it is',
    passed: '{count, plural, one {# result that passed was left out} other {# results that passed were left out}}',
    manual: '{count, plural, one {# result has to be checked by hand: it is no gap} other {# results have to be checked by hand: they are no gaps}}',
    not_applicable: '{count, plural, one {# result that is not applicable was left out} other {# results that are not applicable were left out}}',
    informational: '{count, plural, one {# result for information was left out} other {# results for information were left out}}',
    not_there: '{count, plural, one {# result reported as resolved matches no gap} other {# results reported as resolved match no gap}}',
  },
  merged: '{count, plural, one {# result was merged with another one} other {# results were merged with others}}: file, place, rule and message are the same',
  earlier_events: '{count, plural, one {# earlier event} other {# earlier events}} about the same findings: the last one counts',
  other_events: '{count, plural, one {# event is no finding and was left out} other {# events are no findings and were left out}}',
  no_runs: 'The file holds no run: no scan took place, so nothing is closed',
  no_results: '{tool}: the run has no list of results, so it closes nothing',
  failed_run: '{tool}: the run failed, so it closes nothing',
  failed_run_because: '{tool}: the run failed, so it closes nothing. The tool says: {words}',
  empty_list: 'The file holds no finding. It does not say that a scan took place, so nothing is closed',
  filtered: 'The file holds only what is new or changed: it is taken as a part unless you say otherwise',
  part: 'Imported as a part: {count, plural, one {# open gap that the file does not list stays open} other {# open gaps that the file does not list stay open}}',
  wrong_stay:
    'Because of the lines with errors, {count, plural, one {# open gap that the file does not list stays open} other {# open gaps that the file does not list stay open}}',
  others_stay:
    '{count, plural, one {# open gap is not listed and stays open: it} other {# open gaps are not listed and stay open: each}} comes from another tool, target or run, or from one that does not tell all',
  most: 'This file closes {count, number} of {of, number} open gaps of the register',
  kept: 'Stays closed, as was decided',
  severity_kept: 'Severity stays as it was changed by hand; the file says otherwise',
  elsewhere: 'This key belongs to a gap of this register that you may not change',
} as const

export const register = {
  gaps: 'Gaps',
  open: 'Open',
  late: 'Late',
  import: 'Import findings',
  import_hint:
    'Excel, CSV, SARIF 2.1.0 or OCSF. Each line has a key: a new key creates a gap, a known one updates it. Open gaps that the same tool no longer lists are closed as resolved, unless you say that the file is only a part; those that come back are reopened; those rejected or ignored stay so. Nothing is written until you have seen what would change.',
  chapters: 'Chapters',
  edit_chapters: 'Edit chapters',
  all_chapters: 'All chapters',
  no_chapters: 'No chapter yet. Chapters group the gaps as the report does.',
  chapter_name: 'Name of chapter {n}',
  new_chapter: 'New chapter',
  in_use: '{count, plural, one {# gap} other {# gaps}}',
  delete_chapter: 'Delete “{name}”',
  move_up: 'Move “{name}” up',
  move_down: 'Move “{name}” down',
} as const

export const closing = {
  how: 'How does it end?',
  RESOLVED: 'It is fixed',
  IGNORED: 'It is ignored: say why, and when to review it',
  REJECTED: 'It is not a gap',
} as const

export const gap = {
  add_action: 'Add an action',
  action_text: 'It is linked to the gap and takes over its perimeter, severity and who is in charge. Once it is under way, so is the gap.',
  action_added: 'Action added',
  risks: 'Link risks',
  risks_text: 'The link stands with the risk: the gap is told among what the risk is linked to.',
  risks_label: 'Risks that this gap concerns',
  check: 'Check effectiveness',
  holds: 'Does what was done hold?',
  checked: '{effect}: {name}, {date}',
  found: 'The scan says {level}',
} as const

export const gap_finding = {
  one: 'Finding',
  many: 'Findings',
  fields: {
    external_key: 'Key',
    account: 'Account',
    region: 'Region',
    package: 'Package',
    file: 'File',
    found_by: 'Found by',
    name: 'Name',
    description: 'Description',
    severity: 'Severity',
    score: 'Score',
    nature: 'Nature',
    cause: 'Cause',
    chapter: 'Chapter',
    target_date: 'Target date',
    state: 'State of the finding',
  },
  choices: {
    nature: { MAJOR: 'Major non-conformity', MINOR: 'Minor non-conformity', OBSERVATION: 'Observation', IMPROVEMENT: 'Improvement' },
    state: {
      FOUND: 'Found',
      SUPPRESSED: 'Suppressed',
      GONE: 'Gone',
      PASSED: 'Passed',
      MANUAL: 'To check',
      NOT_APPLICABLE: 'Not applicable',
      INFORMATIONAL: 'For information',
    },
  },
} as const
