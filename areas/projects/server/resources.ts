import { sql } from 'kysely'
import { assignable } from '#kit/server/data/resources/register.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { projectFigures } from '#areas/projects/contract/figures.ts'
import { ispProjectWork } from '#areas/projects/contract/isp-project-work.ts'
import { ispProjectDerived } from './derived.ts'
import { followProject, guardProject } from './guard.ts'
import { ispProjectRules } from './rules.ts'

export const ispProjects = assignable(
  defineWorkResource({
    work: ispProjectWork,
    rules: ispProjectRules,
    derived: ispProjectDerived,
    decision: (row, lang, who) => sql`(${ispProjectDerived.decide_right(row, lang, who)} and ${row('decision')} is null and ${row('followed')})`,
    beforeWrite: guardProject,
    afterWrite: followProject,
    open: projectFigures.open,
    frozen: (row) => sql<boolean>`${row('status')} = 'INTERRUPTED'`,
  }),
)
