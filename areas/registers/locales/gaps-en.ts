export const findings = {
  gone: 'No longer found in {file}',
  back: 'Found again in {file}',
  not_there: 'The file reports it as resolved; no gap matches it',
  suppressed: 'Suppressed where it was found; nothing changes',
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
    'Excel, CSV, SARIF 2.1.0 or OCSF. Each line has a key: a new key creates a gap, a known one updates it. Gaps that the file no longer lists are closed as resolved, those that come back are reopened; those rejected or ignored stay so. Nothing is written until you have seen what would change.',
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
    state: { FOUND: 'Found', SUPPRESSED: 'Suppressed', GONE: 'Gone' },
  },
} as const
