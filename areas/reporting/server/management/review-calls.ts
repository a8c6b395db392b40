import type { Resources } from '#kit/server/data/resources/resource.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { closeReview, readReviewFigures } from '#areas/reporting/contract/management-review.ts'
import { named, type Sources } from '#areas/reporting/server/tell-blocks.ts'
import { closeReviewOf, figuresOf } from './review-figures.ts'

/** Management reviews beyond their list and form: their figures, and how they are closed. */
export function reviewCalls(api: Api, resources: Resources, sources: Sources): void {
  const teller = { api, resources, sources }
  api.addRaw(operationOf(readReviewFigures, 'management_review'), async ({ inSession, params }) => {
    const told = await figuresOf(inSession, teller, params.id)
    const who = await inSession(async (tx) => tx.who)
    return { ok: true, object: { ...told, blocks: named(api, told.blocks, who) } }
  })
  api.addRaw(operationOf(closeReview, 'management_review'), ({ inSession, params, body, named: call }) => {
    const { version } = body as { readonly version: number }
    return closeReviewOf(inSession, teller, params.id, version, call())
  })
}
