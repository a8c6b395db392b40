import { AppError } from '#kit/contract/errors.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { effectSoFar, type ScoreResult } from '#areas/scores/server/index.ts'
import type { ProposalEffect } from '#areas/assistants/contract/proposals.ts'
import { rehearseAll } from './decide.ts'
import { mustSee } from './read.ts'
import type { Targets } from './deciders.ts'

/** Carries what was found out of a transaction that is thereby undone. */
class Undone extends Error {
  readonly effect: ProposalEffect | null

  constructor(effect: ProposalEffect | null) {
    super('What is only foreseen is never kept')
    this.effect = effect
  }
}

interface Foreseeing {
  readonly inSession: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly targets: Targets
  readonly resources: Resources
  readonly scores: (tx: Tx) => Promise<ScoreResult>
}

/**
 * What scores become once all that waits of a proposal is accepted: by accepting it, reading them and undoing both, so that whatever would follow has followed. Null: nothing waits for the
 * reader, or what waits could not be accepted as it stands now.
 */
export async function effectOf({ inSession, targets, resources, scores }: Foreseeing, proposal: number): Promise<ProposalEffect | null> {
  let allowed = false
  try {
    return await inSession(async (tx) => {
      authorize(tx.who, 'proposal.decide')
      await mustSee(tx, targets, proposal)
      allowed = true
      if (!can(tx.who, 'score.read')) return null
      const now = await scores(tx)
      const changes = await rehearseAll(tx, targets, resources, proposal)
      throw new Undone(changes === 0 ? null : { changes, ...(await effectSoFar(tx, now)) })
    })
  } catch (error) {
    if (error instanceof Undone) return error.effect
    if (allowed && error instanceof AppError && refusals.has(error.status)) return null
    throw error
  }
}

/** Of what would be refused there is nothing to foresee: accepting it says why. */
const refusals: ReadonlySet<string> = new Set(['INVALID', 'CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'STALE'])
