import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, integer, level, text } from '#kit/contract/field.ts'
import { foundAt, gapNatures } from './gap.ts'

/**
 * What a scanner says of something that it looks for: it is there, somebody said not to tell it, it is not there any more, its check passed, somebody has to look, the check does not concern
 * this, it is told without being wrong. Only what is found is a gap.
 */
export const findingStates = ['FOUND', 'SUPPRESSED', 'GONE', 'PASSED', 'MANUAL', 'NOT_APPLICABLE', 'INFORMATIONAL'] as const

/** What a line of a report or of a scan says, whatever the format of its file. No rows of it are kept. */
export const gapFinding = defineEntity({
  name: 'gap_finding',
  area: 'gaps',
  title: 'name',
  fields: {
    external_key: text({ max: 255, need: 'required' }),
    name: text({ max: 500, need: 'required' }),
    description: text({ max: 20_000 }),
    severity: level('priority'),
    /** From 0 to 100, for what is not said as a level: the nearest one is taken. */
    score: integer({ min: 0, max: 100 }),
    nature: choice(gapNatures),
    cause: text({ max: 4000 }),
    ...foundAt,
    /** By its name; one that is not there is made. */
    chapter: text({ max: 128 }),
    target_date: date(),
    state: choice(findingStates),
    /** The tool and its target. What it does not tell any more is gone, what others told is not. */
    found_by: text({ max: 255 }),
  },
  rights: { read: 'gap.read', create: 'gap.manage', update: 'gap.manage', delete: null },
  list: { columns: ['external_key', 'name', 'severity', 'chapter'], filters: [], sort: 'name', search: [] },
  form: [],
})

/** The endings of the files that findings come in. */
export const findingFiles = ['xlsx', 'csv', 'sarif', 'json', 'jsonl', 'ndjson'] as const
