import { sql } from 'kysely'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import type { SpanName } from '#kit/contract/source.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { askWorkbook } from '#kit/server/sheets/workbook.ts'
import { offerSources } from '#kit/server/sources/offer.ts'
import {
  chooseHome,
  exportVersion,
  grantAccess,
  listSources,
  publish,
  readCockpit,
  readDashboard,
  readDraft,
  readHome,
  readLive,
  recompute,
  restoreVersion,
  revokeAccess,
  saveDraft,
  tellBlocks as tellBlocksCall,
} from '#areas/reporting/contract/calls.ts'
import { cockpitLayout } from '#areas/reporting/contract/cockpit.ts'
import { blocksOf, type Layout } from '#areas/reporting/contract/layout.ts'
import { flagIsOn } from '#areas/tenancy/server/index.ts'
import { dashboardResource } from './dashboard.ts'
import { homeOf, homesOf } from './home.ts'
import { ShownVersions } from './shown.ts'
import { versionWorkbook } from './version-workbook.ts'
import { lanesOfRequests, named, tellBlocks, type Sources } from './tell-blocks.ts'
import { beginVersion, draftOf, layoutOf, publishedFrame, saveDraftOf } from './versions.ts'

interface Entry {
  readonly user: { readonly id: number }
  readonly access: 'VIEW' | 'EDIT'
}

const sectionsOf = ({ sections }: Layout) => JSON.stringify(sections.map(({ id, title_en, title_fr, columns }) => [id, title_en, title_fr, columns]))

/** Throws FORBIDDEN when sections that are there change in an organisation in which they are read only (DSH-11); an empty dashboard takes those of a template. */
async function keptSections(tx: Tx, before: Layout, after: Layout): Promise<void> {
  if (before.sections.length === 0 || sectionsOf(before) === sectionsOf(after) || (await flagIsOn(tx, 'dashboard_section_edit'))) return
  throw forbidden('reporting.errors.sections')
}

/** Dashboards beyond their list and form: drafts, versions, readers, and what blocks tell. */
export function dashboardCalls(api: Api, resources: Resources, sources: Sources): void {
  const read = (tx: Tx, id: number): Promise<Row> => getRow(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, resources, id)
  /** The row for somebody who may change it; throws FORBIDDEN for whoever may only read it. */
  const edited = async (tx: Tx, id: number): Promise<Row> => {
    const row = await read(tx, id)
    if (row.edit_right !== true) throw forbidden('reporting.errors.no_edit')
    return row
  }
  const frameOf = (row: Row) => ({ period: row.period as SpanName, perimeter_id: (row.perimeter as { readonly id: number } | null)?.id ?? null })

  handle(api, 'dashboard', listSources, async ({ tx, translate }) => ({
    objects: await offerSources({ tx, resources, lang: tx.who.lang, say: translate }, sources.declared, sources.figures),
  }))

  api.addRaw(operationOf(tellBlocksCall, 'dashboard'), async ({ inSession, body }) => {
    const { blocks, perimeter, period } = body as { blocks: Parameters<typeof tellBlocks>[2]; perimeter: number | null; period: SpanName }
    const who = await inSession(async (tx) => {
      authorize(tx.who, 'dashboard.write')
      return tx.who
    })
    return { ok: true, objects: named(api, await tellBlocks(inSession, { api, resources, sources, perimeter, period, lanes: lanesOfRequests }, blocks), who) }
  })

  handle(api, 'dashboard', readDraft, async ({ tx, params }) => {
    await edited(tx, params.id)
    return { object: await draftOf(tx, params.id) }
  })
  handle(api, 'dashboard', saveDraft, async ({ tx, params, body }) => {
    await edited(tx, params.id)
    await keptSections(tx, (await draftOf(tx, params.id)).layout, body.layout)
    return { object: await saveDraftOf(tx, params.id, body.version, body.layout) }
  })

  handle(api, 'dashboard', publish, async ({ tx, params, body, translate }) => {
    const row = await edited(tx, params.id)
    const draft = await draftOf(tx, params.id)
    // What is published is what was looked at.
    const { layout } = draft.version === body.version ? draft : await saveDraftOf(tx, params.id, body.version, draft.layout)
    const number = await beginVersion(tx, params.id, layout, frameOf(row), body.note, body.tell)
    return { message: translate('reporting.messages.publishing', { number }), object: { number } }
  })

  handle(api, 'dashboard', recompute, async ({ tx, params, translate }) => {
    const row = await edited(tx, params.id)
    const frame = await publishedFrame(tx, params.id)
    const layout = frame?.layout ?? (await draftOf(tx, params.id)).layout
    const number = await beginVersion(tx, params.id, layout, frameOf(row), null)
    return { message: translate('reporting.messages.publishing', { number }), object: { number } }
  })

  handle(api, 'dashboard', restoreVersion, async ({ tx, params, body, translate }) => {
    await edited(tx, params.id)
    const layout = await layoutOf(tx, params.id, body.number)
    return { message: translate('reporting.messages.restored', { number: body.number }), object: await saveDraftOf(tx, params.id, body.version, layout) }
  })

  const shown = new ShownVersions(api, resources, sources)
  api.addRaw(operationOf(readDashboard, 'dashboard'), ({ request, reply, asked, inSession, params, query }) =>
    shown.send({ request, reply, asked, inSession, id: params.id, number: (query as { readonly number?: number }).number ?? null }),
  )

  api.addRaw(operationOf(readLive, 'dashboard'), async ({ inSession, params, query }) => {
    const { period } = query as { readonly period?: SpanName }
    const { who, row, frame } = await inSession(async (tx) => ({ who: tx.who, row: await read(tx, params.id), frame: await publishedFrame(tx, params.id) }))
    const layout = frame?.layout ?? { sections: [] }
    const told = await tellBlocks(
      inSession,
      { api, resources, sources, perimeter: frame?.perimeter_id ?? null, period: period ?? frame?.period ?? 'LAST_365_DAYS', lanes: lanesOfRequests },
      blocksOf(layout),
    )
    const about = { name: (row.name ?? row.identifier) as string, perimeter: frame?.perimeter ?? null, published: frame !== null }
    return { ok: true, object: { ...about, layout, blocks: named(api, told, who), at: api.ports.now().toISOString() } }
  })

  api.addRaw(operationOf(readCockpit, 'dashboard'), async ({ inSession, query }) => {
    const { period } = query as { readonly period: SpanName }
    const who = await inSession(async (tx) => {
      authorize(tx.who, 'dashboard.read')
      return tx.who
    })
    const told = await tellBlocks(inSession, { api, resources, sources, perimeter: null, period, lanes: lanesOfRequests }, blocksOf(cockpitLayout))
    // Of what is not theirs the cockpit shows nothing at all.
    const foreign = new Set(told.flatMap(({ id, error }) => (error === 'reporting.errors.out_of_scope' ? [id] : [])))
    const layout = { sections: cockpitLayout.sections.map((section) => ({ ...section, blocks: section.blocks.filter(({ id }) => !foreign.has(id)) })) }
    const blocks = named(
      api,
      told.filter(({ id }) => !foreign.has(id)),
      who,
    )
    return { ok: true, object: { layout, blocks, at: api.ports.now().toISOString() } }
  })

  handle(api, 'dashboard', exportVersion, async ({ tx, params, body, translate }) => {
    await mustRead(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, params.id)
    return { message: translate('kit.file.export_soon'), object: await askWorkbook(tx, versionWorkbook, { id: params.id, number: body.number }, params.id) }
  })

  handle(api, 'dashboard', grantAccess, async ({ tx, params, body, translate }) => {
    const row = await edited(tx, params.id)
    const others = (row.users_with_access as Entry[]).filter(({ user }) => user.id !== body.user_id).map(({ user, access }) => ({ user: user.id, access }))
    await updateRow(tx, authorizeVerb(tx, dashboardResource, 'update'), dashboardResource, resources, params.id, {
      users_with_access: [...others, { user: body.user_id, access: body.right }],
    })
    return { message: translate('kit.messages.saved') }
  })
  handle(api, 'dashboard', revokeAccess, async ({ tx, params, translate }) => {
    const row = await edited(tx, params.id)
    const { user_id: gone } = params as { readonly user_id?: number }
    const users_with_access = (row.users_with_access as Entry[]).filter(({ user }) => user.id !== gone).map(({ user, access }) => ({ user: user.id, access }))
    await updateRow(tx, authorizeVerb(tx, dashboardResource, 'update'), dashboardResource, resources, params.id, { users_with_access })
    return { message: translate('kit.messages.saved') }
  })

  handle(api, 'dashboard', chooseHome, async ({ tx, body, translate }) => {
    if (body.dashboard !== null) {
      await mustRead(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, body.dashboard)
      if (!(await publishedFrame(tx, body.dashboard))) throw new AppError('CONFLICT', 'reporting.errors.home_not_published')
    }
    const { memberId } = tx.who
    if (memberId === null) throw forbidden()
    await tx.run(
      body.dashboard === null
        ? sql`delete from dashboard_home where customer_id = ${tx.customerId} and member_id = ${memberId}`
        : sql`insert into dashboard_home (customer_id, member_id, dashboard_id) values (${tx.customerId}, ${memberId}, ${body.dashboard})
            on conflict (customer_id, member_id) do update set dashboard_id = excluded.dashboard_id`,
    )
    tx.audit({ entity: 'dashboard', object_id: body.dashboard, action: 'home' })
    return { message: translate(body.dashboard === null ? 'reporting.messages.home_cockpit' : 'reporting.messages.home') }
  })
  handle(api, 'dashboard', readHome, async ({ tx }) => {
    const row = await tx.first(sql<{ id: number | null }>`select ${homeOf(tx.who)} as id`)
    return { object: { dashboard: row?.id ?? null, ...(await homesOf(tx)) } }
  })
}
