import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  adoptVersion,
  applyPolicy,
  differenceCall,
  draftVersion,
  forkPolicy,
  linkSolutions,
  previewAdoption,
  publishVersion,
  readTree,
  solutionsFromMapping,
  solutionsFromRequirements,
  statementOfApplicability,
} from '#areas/policies/contract/calls.ts'
import { findRequirements } from '#areas/questionnaires/contract/calls.ts'
import { requirementsOfSolution } from '#areas/catalog/contract/answered-requirements.ts'
import type { ControlSolution } from '#areas/policies/contract/control.ts'
import { adopt, applyTo, changeScope } from './applications.ts'
import { adoptable, comparePolicy, compareVersions } from './difference.ts'
import { answeredBySolution } from './answered-requirements.ts'
import { linkingCalls } from './linking/calls.ts'
import { requirementsByKey } from './requirement-keys.ts'
import { setSolutions, solutionsForRequirements, solutionsThroughMapping } from './solutions.ts'
import { adoptPolicy } from './shared/adopt.ts'
import { sharedPolicyCalls } from './shared/calls.ts'
import { statementDownload } from './statement-file.ts'
import { readStatement, readVersionTree } from './tree.ts'
import { forkWhole, openDraft, publish } from './versions.ts'

/** What the kit does not derive for policies. */
export function policyCalls(api: Api, resources: Resources): void {
  const read = (entity: string, right: 'policy.read' | 'policy_application.read') => async (tx: Tx, id: number) =>
    getRow(tx, authorize(tx.who, right), resourceOf(resources, entity), resources, id)
  const policyRow = read('policy', 'policy.read')
  const versionRow = read('policy_version', 'policy.read')
  const controlRow = read('control', 'policy.read')
  const applicationRow = read('policy_application', 'policy_application.read')

  sharedPolicyCalls(api, resources)
  handle(api, 'questionnaire', findRequirements, async ({ tx, body }) => ({ objects: await requirementsByKey(tx, resources, body.keys, body.search) }))
  handle(api, 'policy', draftVersion, async ({ tx, params, translate }) => {
    const id = await openDraft(tx, resources, params.id)
    return { message: translate('kit.messages.created'), object: await versionRow(tx, id) }
  })
  handle(api, 'policy', forkPolicy, async ({ tx, body, translate }) => {
    const adopted = await adoptPolicy(tx, resources, body.id)
    if (!adopted) await policyRow(tx, body.id)
    const copy = adopted ?? (await forkWhole(tx, resources, body.id))
    return { message: translate('kit.messages.copied'), object: await policyRow(tx, copy.id) }
  })
  handle(api, 'policy', differenceCall, async ({ tx, params, query }) => {
    await policyRow(tx, params.id)
    return { object: await comparePolicy(tx, params.id, Number(params.ref), query.to) }
  })
  handle(api, 'policy', solutionsFromRequirements, async ({ tx, params, translate }) => {
    await policyRow(tx, params.id)
    const object = await solutionsForRequirements(tx, resources, params.id)
    return { message: translate('policies.messages.linked', { count: object.links }), object }
  })
  handle(api, 'policy', solutionsFromMapping, async ({ tx, params, body, translate }) => {
    await policyRow(tx, params.id)
    const object = await solutionsThroughMapping(tx, params.id, body.mapping_set)
    return { message: translate('policies.messages.linked', { count: object.links }), object }
  })
  handle(api, 'policy', applyPolicy, async ({ tx, params, body, translate }) => {
    await policyRow(tx, params.id)
    const { perimeters, changes, ...scope } = body
    const applications = await applyTo(tx, resources, params.id, perimeters, scope)
    const undo = changes.length > 0 ? await changeScope(tx, resources, params.id, changes, scope) : null
    const [count, changed] = [applications.length, changes.length]
    const messageKey = changed === 0 ? 'applied' : count === 0 ? 'scope_changed' : 'applied_and_changed'
    return { message: translate(`policies.messages.${messageKey}`, { count, changed }), object: { count, applications, changed, undo } }
  })

  handle(api, 'policy_version', publishVersion, async ({ tx, params, translate }) => {
    await publish(tx, resources, params.id)
    return { message: translate('policies.messages.published'), object: await versionRow(tx, params.id) }
  })
  handle(api, 'policy_version', readTree, async ({ tx, params, query }) => {
    if (query.as_of) tx.readAsOf(query.as_of)
    await versionRow(tx, params.id)
    return { object: await readVersionTree(tx, params.id, query.perimeter) }
  })

  handle(api, 'control', linkSolutions, async ({ tx, params, body, translate }) => {
    await setSolutions(tx, resources, params.id, body.solutions)
    const row = await controlRow(tx, params.id)
    return { message: translate('kit.messages.saved'), object: { ...row, solutions: row.solutions as ControlSolution[] } }
  })

  handle(api, 'solution', requirementsOfSolution, async ({ tx, params }) => {
    await getRow(tx, authorize(tx.who, 'solution.read'), resourceOf(resources, 'solution'), resources, params.id)
    return { objects: await answeredBySolution(tx, params.id) }
  })

  handle(api, 'policy_application', previewAdoption, async ({ tx, params, query }) => {
    await applicationRow(tx, params.id)
    const row = await tx.first(
      sql<{
        policy_id: number
        policy_version_id: number
      }>`select policy_id, policy_version_id from policy_application where customer_id = ${tx.customerId} and id = ${params.id}`,
    )
    const target = await adoptable(tx, row?.policy_id ?? 0, query.policy_version)
    return { object: await compareVersions(tx, row?.policy_version_id ?? 0, target) }
  })
  handle(api, 'policy_application', adoptVersion, async ({ tx, params, body, translate }) => {
    await adopt(tx, resources, params.id, body.policy_version, body.version)
    return { message: translate('policies.messages.adopted'), object: await applicationRow(tx, params.id) }
  })
  linkingCalls(api, resources)
  statementDownload(api, applicationRow)
  handle(api, 'policy_application', statementOfApplicability, async ({ tx, params }) => {
    await applicationRow(tx, params.id)
    return { objects: await readStatement(tx, params.id) }
  })
}
