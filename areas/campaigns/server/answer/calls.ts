import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  confirmAnswers,
  linkAction,
  openAction,
  readAnswers,
  readBeside,
  readContent,
  saveAnswer as saveCall,
  submitEvaluation,
} from '#areas/campaigns/contract/answer-calls.ts'
import { cachedScores } from '#areas/scores/server/index.ts'
import { besideOf } from './item-context.ts'
import { changedOf, contentOf } from './content.ts'
import { saveAnswer } from './save.ts'
import { act, confirm, link, submit } from './submit.ts'

const tag = 'evaluation'

/** Reading what an evaluation asks, answering it, handing it over. */
export function answerCalls(api: Api, resources: Resources): void {
  handle(api, tag, readContent, async ({ tx, grant, params }) => ({ object: await contentOf(tx, grant, resources, params.id) }))
  handle(api, tag, readAnswers, async ({ tx, grant, params }) => ({ object: await changedOf(tx, grant, resources, params.id) }))
  const scores = cachedScores(api)
  handle(api, tag, readBeside, async ({ tx, grant, params }) => ({ object: await besideOf(tx, grant, resources, scores, params.id, Number(params.item)) }))
  handle(api, tag, saveCall, ({ tx, grant, params, body }) => saveAnswer(tx, grant, resources, params.id, body))
  handle(api, tag, confirmAnswers, async ({ tx, grant, params, body }) => ({ object: await confirm(tx, grant, resources, params.id, body.items) }))
  handle(api, tag, openAction, async ({ tx, grant, params, body, translate }) => ({
    ...(await act(tx, grant, resources, params.id, body)),
    message: translate('campaigns.answer.messages.action'),
  }))
  handle(api, tag, linkAction, async ({ tx, grant, params, body, translate }) => ({
    ...(await link(tx, grant, resources, params.id, body)),
    message: translate(`campaigns.answer.messages.${body.linked ? 'linked' : 'unlinked'}`),
  }))
  handle(api, tag, submitEvaluation, async ({ tx, grant, params, body, translate }) => ({
    object: await submit(tx, grant, resources, params.id, body.version),
    message: translate('campaigns.answer.messages.submitted'),
  }))
}
