import type { Resources } from '#kit/server/data/resources/resource.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { decideProposal, listProposals, readProposal, readProposalEffect, undoProposal } from '#areas/assistants/contract/proposals.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { decide, undoDecision } from './decide.ts'
import type { Targets } from './deciders.ts'
import { effectOf } from './effect.ts'
import { oneProposal, proposalLines } from './read.ts'

export function proposalCalls(api: Api, resources: Resources, targets: Targets): void {
  handle(api, 'proposal', listProposals, ({ tx, query }) => proposalLines(tx, targets, query))
  handle(api, 'proposal', readProposal, async ({ tx, params }) => ({
    object: await oneProposal(tx, targets, { resources, translate: api.ports.translate }, params.id),
  }))
  api.addRaw(operationOf(readProposalEffect, 'proposal'), async ({ inSession, params }) => {
    const found = await effectOf({ inSession, targets, resources, scores: cachedScores(api) }, params.id)
    const shown = found && {
      changes: found.changes,
      hidden: found.hidden,
      perimeters: found.perimeters.map(({ id, name, own, consolidated }) => ({ id, name, own, consolidated })),
    }
    return { ok: true, object: shown }
  })
  handle(api, 'proposal', decideProposal, async ({ tx, params, body, translate }) => {
    await decide(tx, targets, resources, params.id, body)
    const [accepted, refused] = [body.accept.map(({ id }) => id), body.refuse]
    const message =
      accepted.length > 0 && refused.length > 0
        ? translate('assistants.messages.both', { accepted: accepted.length, refused: refused.length })
        : translate(`assistants.messages.${accepted.length > 0 ? 'accepted' : 'refused'}`, { count: accepted.length + refused.length })
    return { message, object: { accepted, refused } }
  })
  handle(api, 'proposal', undoProposal, async ({ tx, params, body, translate }) => {
    await undoDecision(tx, targets, resources, params.id, body.changes)
    return { message: translate('assistants.messages.undone') }
  })
}
