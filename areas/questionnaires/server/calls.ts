import { sql } from 'kysely'
import { share } from '#areas/catalog/server/index.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  draftQuestionnaire,
  forkQuestionnaire,
  frameworkQuestions,
  fromFramework,
  listSharedQuestionnaires,
  publishQuestionnaire,
  readSharedQuestionnaire,
  readStructure,
  saveStructure,
  shareQuestionnaire,
} from '#areas/questionnaires/contract/calls.ts'
import { fileCalls } from './files/calls.ts'
import { forkOne, listShared, readShared, renewCopy } from './make.ts'
import { makeOfFramework, standingOf } from './framework.ts'
import { beginDraft, publishDraft, saveDraft, versionOf } from './versions.ts'

/** The calls of questionnaires beside those of every entity. */
export function questionnaireCalls(api: Api, resources: Resources): void {
  const tag = 'questionnaire'
  handle(api, tag, listSharedQuestionnaires, async ({ tx }) => ({ objects: await listShared(tx) }))
  handle(api, tag, readSharedQuestionnaire, async ({ tx, params }) => ({ object: await readShared(tx, params.id) }))
  handle(api, tag, frameworkQuestions, async ({ tx, query }) => ({ object: await standingOf(tx, query.urn) }))
  handle(api, tag, fromFramework, async ({ tx, body, translate }) => ({
    message: translate('questionnaires.messages.made'),
    object: { id: await makeOfFramework(tx, resources, body) },
  }))
  handle(api, tag, forkQuestionnaire, async ({ tx, body, translate }) => ({
    message: translate(body.into === undefined ? 'kit.messages.copied' : 'questionnaires.messages.renewed'),
    object: { id: body.into === undefined ? await forkOne(tx, resources, body.id) : await renewCopy(tx, resources, body.id, body.into) },
  }))
  handle(api, tag, shareQuestionnaire, async ({ tx, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await share(tx, resources, 'questionnaire', params.id, body),
  }))
  handle(api, tag, readStructure, async ({ tx, params, query }) => {
    const row = await getRow(tx, authorize(tx.who, 'questionnaire.read'), resourceOf(resources, tag), resources, params.id)
    const { edition, structure } = await versionOf(tx, params.id, query.edition)
    const editions = await editionsOf(tx, params.id)
    const { published_at = null, published_by = null } = editions.find((one) => one.edition === edition) ?? {}
    return { object: { edition, published_at, published_by, structure, editions, version: row.version } }
  })
  handle(api, tag, saveStructure, async ({ tx, params, body }) => {
    const { id, version } = await saveDraft(tx, resources, params.id, body.structure, body.version)
    return { object: { id, version } }
  })
  handle(api, tag, publishQuestionnaire, async ({ tx, params, body, translate }) => {
    const edition = await publishDraft(tx, resources, params.id, body.version)
    return { message: translate('questionnaires.messages.published', { edition }), object: { id: params.id, edition } }
  })
  handle(api, tag, draftQuestionnaire, async ({ tx, params, translate }) => {
    const edition = await beginDraft(tx, resources, params.id)
    return { message: translate('questionnaires.messages.begun', { edition }), object: { id: params.id, edition } }
  })
  fileCalls(api, resources)
}

const editionsOf = async (tx: Tx, id: number) =>
  (
    await tx.run(sql<{ edition: number; published_at: Date | null; published_by: string | null }>`select v.edition, v.published_at,
        nullif(concat_ws(' ', m.firstname, m.lastname), '') as published_by
      from questionnaire_version v left join member m on m.customer_id = v.customer_id and m.id = v.published_by
      where v.customer_id = ${tx.customerId} and v.questionnaire_id = ${id} order by v.edition desc`)
  ).map(({ published_at, ...rest }) => ({ ...rest, published_at: published_at?.toISOString() ?? null }))
