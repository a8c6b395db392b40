/** The words of reports, on screen and on paper. */
export const report = {
  answer: {
    was: 'was {value} ({moved})',
    target: 'target {value}',
    nothing: 'Nothing to show',
    more: '{count, plural, one {# more group is in the Excel file} other {# more groups are in the Excel file}}',
    group: 'Group',
    value: 'Value',
    day: 'Day',
    level: 'Level',
    shown_of: '{shown, number} rows of {total, number}',
    in_all: '{total, plural, one {# in all} other {# in all}}',
    above: '{total, number} in all, {above, number} above the appetite',
  },
  soon: 'The report will be ready in a few seconds',
  stage: { waiting: 'The report is waiting for its turn', reading: 'The report is gathering its data', drawing: 'The report is being laid out' },
  ready: 'The report is ready',
  failed: 'The report could not be produced',
  format: { pdf: 'PDF', docx: 'Word', xlsx: 'Excel' },
  export: 'Export',
  as_it_stood: 'As it stood at the end of {day}',
  /** In the name of a file. */
  file_as_of: 'as of {day}',
  contents: 'Contents',
  page: 'Page {page} of {pages}',
  cut: 'This report shows only the first rows. Filter its content to see the others.',
  confidential: 'Confidential – for {organisation} only',
}
