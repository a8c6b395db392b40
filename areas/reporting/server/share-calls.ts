import { authorize } from '#kit/server/access/authorize.ts'
import { forbidden } from '#kit/contract/errors.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { sendReady } from '#kit/server/http/ready-answers.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { codeHeader, listLinks, listOpenings, openShared, revokeLink, shareDashboard } from '#areas/reporting/contract/share.ts'
import { dashboardResource } from './dashboard.ts'
import { dashboardOfLink, linksOf, makeLink, mayShare, openingsOf, takeLinkBack } from './links.ts'
import { SharedPages } from './shared-pages.ts'

/** Codes that one address may try in ten minutes, of whatever links. */
const codesTried = 20

/** Links for people without an account, and what they open. */
export function shareCalls(api: Api, resources: Resources): void {
  const pages = new SharedPages(api.ports.db, api.ports.signals)
  api.beforeClose(() => pages.close())
  const edited = async (tx: Tx, id: number) => {
    const row = await getRow(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, resources, id)
    if (row.edit_right !== true) throw forbidden('reporting.errors.no_edit')
  }

  handle(api, 'dashboard', shareDashboard, async ({ tx, params, body, translate }) => {
    await edited(tx, params.id)
    if ((await mayShare(tx, params.id)) === false) throw forbidden('reporting.errors.share_reach')
    return { message: translate('reporting.messages.shared'), object: await makeLink(tx, params.id, body, api.ports.publicUrl) }
  })
  handle(api, 'dashboard', listLinks, async ({ tx, params }) => {
    await getRow(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, resources, params.id)
    return { objects: await linksOf(tx, params.id) }
  })
  handle(api, 'dashboard', listOpenings, async ({ tx, params }) => {
    await dashboardOfLink(tx, params.id)
    return { objects: await openingsOf(tx, params.id) }
  })
  handle(api, 'dashboard', revokeLink, async ({ tx, params, translate }) => {
    const dashboard = await dashboardOfLink(tx, params.id)
    await edited(tx, dashboard)
    await takeLinkBack(tx, dashboard, params.id)
    return { message: translate('reporting.messages.revoked') }
  })

  api.addRaw(operationOf(openShared, 'dashboard'), async ({ request, reply, params }) => {
    const given = request.headers[codeHeader]
    const code = typeof given === 'string' && given.length <= 64 ? given : undefined
    if (code !== undefined) await consume(api.ports.db, `share-code:${placeOf(request)}`, codesTried, 600)
    const token = String(params.token)
    const page = await pages.open({ token, code, address: request.ip, now: api.ports.now() })
    reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
    if (!page) return { ok: true, object: null, code_needed: true }
    return sendReady(request, reply, page.answer)
  })
}
