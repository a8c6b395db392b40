import { sql } from 'kysely'
import { defineRegister } from '#kit/server/data/resources/register.ts'
import { defineResource, eachOf, type Derived, type Together } from '#kit/server/data/resources/resource.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { isLateRow } from '#kit/server/data/work/work-sql.ts'
import { gapFigures } from '#areas/gaps/contract/figures.ts'
import { gapGroup } from '#areas/gaps/contract/gap-group.ts'
import { gapRegister } from '#areas/gaps/contract/gap-register.ts'
import { gapWork } from '#areas/gaps/contract/gap-work.ts'
import { gapRowChecks } from './checks.ts'
import { gapCounts } from './counted.ts'
import { gapOpen } from './facts.ts'
import { guardGapGroup, guardGapRegister, guardGaps } from './gap-guard.ts'
import { settleReports } from './report-gap.ts'
import { gapGroupRules, gapRegisterRules, gapRules } from './rules.ts'
import { inside, held } from '#kit/server/data/resources/inside-register.ts'

const ofGaps = inside('gap', gapRules.read)
const ofChapter = inside('gap', gapRules.read, 'chapter_id')
const isOpenGap = gapOpen(held)

const registerCounts = {
  over: ofGaps,
  values: {
    gaps: () => sql`count(*)`,
    open: () => sql`count(*) filter (where ${isOpenGap})`,
    late: () => sql`count(*) filter (where ${isLateRow(gapWork, held)})`,
    progress: () => sql`round(100.0 * count(*) filter (where not ${isOpenGap}) / nullif(count(*), 0))::int`,
  },
} satisfies Together

export const gapRegisters = defineRegister({
  def: gapRegister,
  rules: gapRegisterRules,
  derived: eachOf(registerCounts),
  together: registerCounts,
  beforeWrite: guardGapRegister,
  countsHidden: true,
  refusals: { access: 'kit.errors.no_register_access' },
})

export const gapGroups = defineResource({
  def: gapGroup,
  rules: gapGroupRules,
  derived: {
    gaps: (row, _, who) => ofChapter(row, who, sql`count(*)`),
    open: (row, _, who) => ofChapter(row, who, sql`count(*) filter (where ${isOpenGap})`),
  } satisfies Readonly<Record<string, Derived>>,
  beforeWrite: guardGapGroup,
})

export const gaps = defineWorkResource({
  work: gapWork,
  rules: gapRules,
  checks: gapRowChecks,
  counted: gapCounts,
  oneOf: [['perimeter', 'tag']],
  beforeWrites: guardGaps,
  afterWrites: settleReports,
  open: gapFigures.open,
  importing: { needs: ['register'] },
})
