import { authorize } from '#kit/server/access/authorize.ts'
import { AppError } from '#kit/contract/errors.ts'
import { ask, decide, withdraw } from '#kit/server/data/work/decision.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { askApproval, decideApproval, justifyLines, readApplicability, withdrawApproval } from '#areas/statements/contract/calls.ts'
import { countLines } from '#areas/statements/contract/statement.ts'
import { justify } from './justify.ts'
import { applicabilityDownload } from './statement-sheet.ts'
import { askedOf, readWhole } from './statement.ts'

/** Statements of applicability: read, compared, approved. */
export function statementCalls(api: Api, resources: Resources): void {
  const scores = cachedScores(api)
  const asked = askedOf(scores, resources)
  const resource = resourceOf(resources, 'policy_application')

  handle(api, 'policy_application', readApplicability, async ({ tx, params, query }) => ({
    object: await readWhole(scores, tx, resources, params.id, query.against),
  }))
  applicabilityDownload(api, resources)

  handle(api, 'policy_application', justifyLines, async ({ tx, params, body, translate }) => {
    const object = await justify(tx, scores, resources, params.id, body)
    return { message: translate('statements.messages.justified', { count: object.written }), object }
  })
  handle(api, 'policy_application', askApproval, async ({ tx, grant, params, body, translate }) => {
    const { lines } = await readWhole(scores, tx, resources, params.id)
    const missing = countLines(lines, 'TO_JUSTIFY')
    if (missing > 0) throw new AppError('CONFLICT', 'statements.errors.reasons_missing', { values: { count: missing } })
    const request = await ask(tx, grant, asked, resources, params.id, body.comment ?? null)
    return { message: translate('statements.messages.asked'), object: { request } }
  })
  handle(api, 'policy_application', decideApproval, async ({ tx, who, params, body, translate }) => {
    const { request, outcome, reason, alone } = body
    await decide(tx, authorize(who, resource.def.rights.read), asked, resources, params.id, {
      request,
      outcome,
      reason: reason ?? null,
      ...(alone && { alone }),
    })
    return { message: translate(`statements.messages.${outcome}`), object: { request } }
  })
  handle(api, 'policy_application', withdrawApproval, async ({ tx, grant, params, translate }) => {
    await withdraw(tx, grant, asked, resources, params.id)
    return { message: translate('statements.messages.withdrawn'), object: { id: params.id } }
  })
}
