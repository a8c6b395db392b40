import { sql } from 'kysely'
import { inputKeys } from '#kit/contract/field.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { isLevel } from '#kit/server/data/resources/levels.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { remediation, workFields } from '#areas/actions/contract/remediation.ts'
import { keepEvidences } from './evidences.ts'
import { guardMeasureLink, holdMeasures, refuseImprovement } from './measure-link.ts'
import { holdSource } from './origin.ts'
import { guardPlanning, statusChange, willBe } from './planning.ts'
import { isProject } from './projects.ts'
import { manages, programRules } from './rules.ts'

/** Named transitions of this area, which check by themselves who may do them. */
const transitions = new Set(['assign_me', 'unlink', 'link'])

/** Everything that is refused about an action beside what its lifecycle refuses. */
export async function guardRemediation(context: GuardContext<typeof remediation>): Promise<void> {
  const { grant, verb, before, changes, action, refuse } = context
  if (verb === 'delete') {
    refuseImprovement(context)
    return holdMeasures(context)
  }
  const managing = manages(grant.who, willBe(context, 'perimeter', 'perimeter_id'))
  if (before !== undefined && !managing && !transitions.has(action)) {
    refuseFields(changes, refuse)
    // A defect that was accepted lowered its measure for good: that is a pilot's to take back.
    if (before.defect === 'ACCEPTED' && statusChange(context).from !== statusChange(context).to) refuse('status', 'kit.errors.no_update_right')
  }
  onlyOne(changes, ['manager', 'group'], refuse, 'actions.errors.manager_or_group')
  if (changes.priority === null) refuse('priority', 'actions.errors.priority_needed')
  else if (changes.priority !== undefined && changes.priority !== before?.priority && !(await isLevel(context.tx, 'priority', changes.priority)))
    refuse('priority', 'actions.errors.invalid_priority')
  await guardProject(context)
  await guardProgram(context)
  await holdSource(context)
  await holdMeasures(context)
  if (!transitions.has(action)) await guardMeasureLink(context, refuse)
  await keepEvidences(context, managing)
  await guardPlanning(context, managing)
  // A local pilot's action without perimeter would be out of their own reach.
  if (before === undefined && grant.work === undefined && !grant.who.roles.includes('global_pilote') && willBe(context, 'perimeter', 'perimeter_id') === null)
    refuse('perimeter', 'kit.errors.mandatory')
}

function refuseFields(changes: Changes, refuse: Refuse): void {
  for (const [name, field] of Object.entries(remediation.fields)) {
    if (workFields.includes(name)) continue
    for (const key of inputKeys(name, field)) if (changes[key] !== undefined) refuse(key, 'kit.errors.no_update_right')
  }
}

/** What comes from a project is part of it; a closed one takes no more. */
async function guardProject({ tx, before, changes, refuse }: GuardContext<typeof remediation>): Promise<void> {
  if (before === undefined && changes.source_object?.entity === 'isp_project') changes.project ??= changes.source_object.id
  const project = changes.project ?? null
  if (project === null || project === before?.project_id) return
  if (await isProject(tx, project, 'closed')) refuse('project', 'actions.errors.project_closed')
}

/** An action stands in a plan that its writer may see and that still takes actions. */
async function guardProgram(context: GuardContext<typeof remediation>): Promise<void> {
  const { tx, grant, before, changes, refuse } = context
  if (before !== undefined && changes.program === undefined) return
  const program = willBe(context, 'program', 'program_id')
  if (program === null) return refuse('program', 'actions.errors.program_required')
  if (program === before?.program_id) return
  const t = rowRef('t')
  const found = await tx.first(sql<{
    archived: boolean
    readable: boolean
  }>`select t.archived, ${asSql(programRules.read(t, grant.who))} as readable
    from program t where t.customer_id = ${tx.customerId} and t.id = ${program} for share of t`)
  // What the program opens goes where a pilot has said, whoever caused it.
  if (!found || (!found.readable && grant.work === undefined)) refuse('program', 'actions.errors.no_program_access')
  else if (found.archived) refuse('program', 'actions.errors.program_archived')
}
