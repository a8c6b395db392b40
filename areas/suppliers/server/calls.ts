import { everyQuestionnaire } from '#areas/questionnaires/server/index.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { sql } from 'kysely'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { notFound } from '#kit/contract/errors.ts'
import {
  planDueCampaigns,
  readChain,
  readClassification,
  readDue,
  readSupplierSettings,
  startClassification,
  writeClassification,
  writeSupplierSettings,
} from '#areas/suppliers/contract/calls.ts'
import { chainOf } from './chain.ts'
import { answerClassification, keptOf } from './classification.ts'
import { registerCalls } from './dora/calls.ts'
import { dueGroups, planDue } from './due-evaluations.ts'
import { askedNow, readSettings, useStarter, writeSettings } from './settings.ts'

const q = rowRef('q')

/** The calls of suppliers beside those of every entity. */
export function supplierCalls(api: Api, resources: Resources): void {
  const tag = 'supplier'
  const readable = (tx: Tx, id: number) => getRow(tx, authorize(tx.who, 'supplier.read'), resourceOf(resources, tag), resources, id)

  handle(api, tag, readSupplierSettings, async ({ tx, who }) => ({ object: await readSettings(tx), edit_right: can(who, 'supplier_settings.write') }))
  handle(api, tag, writeSupplierSettings, async ({ tx, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await writeSettings(tx, body),
  }))
  handle(api, tag, startClassification, async ({ tx, translate }) => ({ message: translate('kit.messages.saved'), object: await useStarter(tx, resources) }))
  registerCalls(api)
  handle(api, tag, readDue, async ({ tx }) => ({ objects: await dueGroups(tx) }))
  handle(api, tag, planDueCampaigns, async ({ tx, body: { name, questionnaire, limit_date_evaluation }, translate }) => {
    const object = await planDue(tx, resources, { name, fallback: questionnaire ?? null, limit: limit_date_evaluation ?? null })
    return { message: translate('suppliers.messages.planned', { count: object.suppliers }), object }
  })

  handle(api, tag, readClassification, async ({ tx, params }) => {
    await readable(tx, params.id)
    const asked = await askedNow(tx)
    const named =
      asked &&
      (await tx.first(sql<{ id: number; name: string; identifier: string }>`select q.id, ${localizedText(q, 'name', tx.who.lang)} as name, q.identifier
        from ${everyQuestionnaire(tx.customerId)} q where q.id = ${asked.questionnaire}`))
    return { object: { asked: asked && named ? { ...asked, questionnaire: named } : null, kept: await keptOf(tx, params.id) } }
  })
  handle(api, tag, writeClassification, async ({ tx, params, body, translate }) => {
    const object = await answerClassification(tx, resources, params.id, body)
    if (!object) throw notFound()
    return { message: translate('suppliers.messages.classified'), object }
  })
  handle(api, tag, readChain, async ({ tx, params }) => {
    await readable(tx, params.id)
    return { object: await chainOf(tx, params.id) }
  })
}
