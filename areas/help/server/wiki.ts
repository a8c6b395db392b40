import { sql } from 'kysely'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  rateWikiPage,
  readContents,
  readFeedback,
  readWikiPage,
  readWikiSource,
  restoreWikiPage,
  searchWiki,
  writeWikiPage,
  type Rating,
  type WholeWikiSource,
  type WikiSource,
} from '#areas/help/contract/calls.ts'
import { isVideoId } from '#areas/help/contract/video.ts'
import { contents } from './contents.ts'
import { originals, Wiki } from './pages.ts'
import { search } from './search.ts'

/** Readers are asked, staff is not; nor whoever acts as somebody else, whose vote is not theirs to give. */
const mayRate = ({ adminType, accountId, impersonatorId }: Who) => adminType === null && impersonatorId === null && accountId !== null

async function mayEdit(tx: Tx): Promise<boolean> {
  const { who } = tx
  if (!can(who, 'wiki.write')) return false
  return (await tx.first(sql<{ may: boolean }>`select may_edit_wiki(${who.accountId}, ${tx.customerId}) as may`))?.may ?? false
}

async function editors(tx: Tx, params: Readonly<Record<string, unknown>>): Promise<string> {
  if (!(await mayEdit(tx))) throw forbidden()
  return existing(params)
}

function existing({ identifier }: Readonly<Record<string, unknown>>): string {
  if (typeof identifier !== 'string' || !originals.has(identifier)) throw notFound()
  return identifier
}

/** The documentation: read, searched and judged by everybody, written by staff. */
export function wikiCalls(api: Api): void {
  handle(api, 'wiki', readWikiPage, async ({ tx, who, params }) => {
    const identifier = existing(params)
    const wiki = await Wiki.read(tx, identifier)
    const { children, link_id, provider } = wiki.source(identifier)
    const vote = await tx.first(sql<{ rating: Rating | null }>`select wiki_rating_of(${who.accountId}, ${identifier}) as rating`)
    const rating = vote?.rating ?? null
    const object = {
      identifier,
      title: wiki.title(identifier),
      content: wiki.content(identifier),
      children: wiki.links(children),
      link_id,
      provider,
      current_rating: rating,
      rating_right: mayRate(who),
      edit_right: await mayEdit(tx),
    }
    return { object, rating }
  })

  handle(api, 'wiki', rateWikiPage, async ({ tx, who, params, query, translate }) => {
    const identifier = existing(params)
    if (!mayRate(who)) throw forbidden()
    await tx.run(sql`select rate_wiki_page(${who.accountId}, ${identifier}, ${Number(query.rating)})`)
    return { message: translate('help.thanks') }
  })

  handle(api, 'wiki', readContents, async ({ tx }) => {
    const wiki = await Wiki.read(tx, '')
    return { objects: contents.map(({ group, pages }) => ({ group, pages: wiki.links(Object.keys(pages)) })) }
  })

  handle(api, 'wiki', searchWiki, async ({ tx, query }) => ({ objects: search(await Wiki.read(tx, null), query.q) }))

  handle(api, 'wiki', readFeedback, async ({ tx }) => {
    const counted = await tx.run(sql<{ identifier: string; helpful: number; kind_of: number; not_really: number }>`select * from wiki_feedback()`)
    const wiki = await Wiki.read(tx, '')
    const objects = counted
      .filter(({ identifier }) => originals.has(identifier))
      .map((page) => ({ ...page, title: wiki.title(page.identifier), votes: page.helpful + page.kind_of + page.not_really }))
    return { objects: objects.toSorted((a, b) => b.votes - a.votes || a.title.localeCompare(b.title)) }
  })

  handle(api, 'wiki', readWikiSource, async ({ tx, params }) => ({ object: await sourceOf(tx, await editors(tx, params)) }))

  handle(api, 'wiki', writeWikiPage, async ({ tx, who, params, body, translate }) => {
    const identifier = await editors(tx, params)
    const { version, ...given } = body
    const { id, next } = await lock(tx, identifier, version)
    const page = checked(identifier, Object.assign({}, (await Wiki.read(tx, identifier)).source(identifier), given))
    if (!(await written(tx, sql`select save_wiki_page(${who.accountId}, ${identifier}, ${JSON.stringify(page)}::jsonb) as done`))) throw forbidden()
    tx.audit({ entity: 'wiki_page', object_id: id, action: 'update', version: next, details: JSON.stringify({ identifier, fields: Object.keys(given) }) })
    return { message: translate('kit.messages.saved'), object: await sourceOf(tx, identifier) }
  })

  handle(api, 'wiki', restoreWikiPage, async ({ tx, who, params, translate }) => {
    const identifier = await editors(tx, params)
    const { id, next } = await lock(tx, identifier)
    if (!(await written(tx, sql`select restore_wiki_page(${who.accountId}, ${identifier}) as done`))) throw forbidden()
    tx.audit({ entity: 'wiki_page', object_id: id, action: 'restore', version: next, details: JSON.stringify({ identifier }) })
    return { message: translate('help.restored'), object: await sourceOf(tx, identifier) }
  })
}

const written = async (tx: Tx, statement: ReturnType<typeof sql>) => ((await tx.first(statement)) as { done: boolean } | undefined)?.done === true

/** Takes the page from all other writers; throws STALE when it is no longer the version that was read. */
async function lock(tx: Tx, identifier: string, wanted?: number): Promise<{ id: number; next: number }> {
  const locked = await tx.first(sql<{ id: number; version: number }>`select id, version from lock_wiki_page(${identifier})`)
  if (!locked) throw notFound()
  if (wanted !== undefined && wanted !== locked.version) throw new AppError('STALE', 'kit.errors.stale', { object: await sourceOf(tx, identifier) })
  return { id: locked.id, next: locked.version + 1 }
}

async function sourceOf(tx: Tx, identifier: string): Promise<WholeWikiSource> {
  const wiki = await Wiki.read(tx, identifier)
  const version = wiki.edited(identifier)?.version ?? (await tx.first(sql<{ version: number }>`select wiki_version_of(${identifier}) as version`))?.version ?? 0
  return { ...wiki.source(identifier), identifier, version, edited: wiki.edited(identifier) !== undefined }
}

/** What no single value tells: a video needs both its halves, and links lead to pages that there are. */
function checked(identifier: string, page: WikiSource): WikiSource {
  const { provider, link_id, children } = page
  if ((provider === null) !== (link_id === null) || (provider !== null && link_id !== null && !isVideoId(provider, link_id)))
    throw invalidField('link_id', 'help.errors.video')
  if (new Set(children).size !== children.length) throw invalidField('children', 'kit.errors.duplicate')
  if (children.some((child) => child === identifier || !originals.has(child))) throw invalidField('children', 'kit.errors.missing_reference')
  return page
}
