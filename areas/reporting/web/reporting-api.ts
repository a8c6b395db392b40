import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SpanName } from '#kit/contract/source.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, ApiError } from '#kit/web/api/client.ts'
import { session } from '#kit/web/api/session.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import type {
  chooseHome,
  listSources,
  publish,
  readCockpit,
  readDashboard,
  readDraft,
  readHome,
  readLive,
  recompute,
  restoreVersion,
  saveDraft,
  tellBlocks,
} from '#areas/reporting/contract/calls.ts'
import type { listLinks, listOpenings, revokeLink, shareDashboard } from '#areas/reporting/contract/share.ts'
import type { Block, Layout } from '#areas/reporting/contract/layout.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { copyOf } from './builder/change-layout.ts'

/** How often a version that is being frozen is asked for, in milliseconds. */
const whileComputing = 1200

export const useSources = () =>
  useQuery({
    queryKey: ['dashboard_sources'],
    queryFn: ({ signal }) => api.call<typeof listSources>('GET /dashboard/sources', { signal }),
    select: ({ objects }) => objects,
    staleTime: 5 * 60_000,
  })

/** What stands meanwhile: what was there of the same dashboard, never another's. */
const sameDashboard =
  (id: number) =>
  <T>(before: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === id ? before : undefined

/** A version of a dashboard, the last published one unless a number is asked for. */
export const useDashboard = (id: number, number?: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['dashboard', 'shown', id, number ?? null],
    queryFn: ({ signal }) => api.call<typeof readDashboard>('GET /dashboard/{id}/shown', { params: { id }, query: { number }, signal }),
    select: ({ object }) => object,
    placeholderData: sameDashboard(id),
    refetchInterval: ({ state }) => (state.data?.object.computing ? whileComputing : false),
  })

export const useLive = (id: number, period: SpanName | undefined) =>
  useQuery({
    queryKey: ['dashboard', 'live', id, period ?? null],
    queryFn: ({ signal }) => api.call<typeof readLive>('GET /dashboard/{id}/data', { params: { id }, query: { period }, signal }),
    select: ({ object }) => object,
    placeholderData: sameDashboard(id),
  })

/** The cockpit that comes with the product, told now. */
export const useCockpit = (period: SpanName | undefined) =>
  useQuery({
    queryKey: ['dashboard', 'cockpit', period ?? null],
    queryFn: ({ signal }) => api.call<typeof readCockpit>('GET /dashboard/cockpit', { query: { period }, signal }),
    select: ({ object }) => object,
    placeholderData: keepPreviousData,
  })

/** Makes a dashboard of one's own that begins with a layout; resolves to its id. */
export async function beginWith(name: string, layout: Layout): Promise<number> {
  const { object } = await api.post<ObjectAnswer<{ id: number }>>('/dashboard', { name_en: name, name_fr: name })
  await sendDraft(object.id, 1, copyOf(layout))
  return object.id
}

/** What may be taken over of another dashboard: its draft for whoever changes it, else what is published. */
export async function layoutToCopy(id: number): Promise<Layout> {
  try {
    return (await api.call<typeof readDraft>('GET /dashboard/{id}/draft', { params: { id } })).object.layout
  } catch (reason) {
    if (!(reason instanceof ApiError) || reason.status !== 403) throw reason
    const { object } = await api.call<typeof readDashboard>('GET /dashboard/{id}/shown', { params: { id }, query: {} })
    return object.frozen?.layout ?? { sections: [] }
  }
}

export const useDraft = (id: number) =>
  useQuery({
    queryKey: ['dashboard', 'draft', id],
    queryFn: ({ signal }) => api.call<typeof readDraft>('GET /dashboard/{id}/draft', { params: { id }, signal }),
    select: ({ object }) => object,
    staleTime: Infinity,
    // The builder begins with what it is, never with what it was when it was left.
    gcTime: 0,
    // It may have been changed in another window meanwhile.
    refetchOnWindowFocus: 'always',
  })

/** What one block shows now; told anew when anything of it changes. */
export const useTold = (block: Block, perimeter: number | null, period: SpanName) => {
  const { id: _, title_en: _en, title_fr: _fr, width: _w, height: _h, text_en: _te, text_fr: _tf, ...asked } = block
  return useQuery({
    // Under no entity's name: a draft that is saved changes no answer.
    queryKey: ['told_block', perimeter, period, asked],
    queryFn: ({ signal }) => api.call<typeof tellBlocks>('POST /dashboard/blocks', { body: { blocks: [block], perimeter, period }, signal }),
    select: ({ objects }) => objects[0],
    enabled: block.type !== 'TEXT' && block.ask !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export const sendDraft = (id: number, version: number, layout: Layout) =>
  api.call<typeof saveDraft>('PUT /dashboard/{id}/draft', { params: { id }, body: { version, layout } })

export async function publishDraft(id: number, body: BodyOf<typeof publish>): Promise<string> {
  const { message } = await api.call<typeof publish>('POST /dashboard/{id}/publish', { params: { id }, body })
  return message
}

export async function computeAgain(id: number): Promise<string> {
  const { message } = await api.call<typeof recompute>('POST /dashboard/{id}/recompute', { params: { id }, body: {} })
  return message
}

export async function restore(id: number, number: number): Promise<string> {
  const { object } = await api.call<typeof readDraft>('GET /dashboard/{id}/draft', { params: { id } })
  const { message } = await api.call<typeof restoreVersion>('POST /dashboard/{id}/restore', { params: { id }, body: { number, version: object.version } })
  return message
}

export const useHome = () =>
  useQuery({
    queryKey: ['dashboard', 'home'],
    queryFn: ({ signal }) => api.call<typeof readHome>('GET /dashboard/home', { signal }),
    select: ({ object }) => object,
    staleTime: 60_000,
  })

export async function chooseHomeOf(dashboard: number | null): Promise<string> {
  const { message } = await api.call<typeof chooseHome>('PUT /dashboard/home', { body: { dashboard } })
  const user = session.get()
  if (user) session.set({ ...user, home: dashboard })
  return message
}

/** What becomes of a link is told as a change of its dashboard; the list of all links is renewed beside. */
const ofLinks = 'dashboard_link'

export const useLinks = (id: number) =>
  useQuery({
    queryKey: ['dashboard', 'links', id],
    queryFn: ({ signal }) => api.call<typeof listLinks>('GET /dashboard/{id}/links', { params: { id }, signal }),
    select: ({ objects }) => objects,
  })

export const useOpenings = (id: number) =>
  useQuery({
    queryKey: ['dashboard', 'openings', id],
    queryFn: ({ signal }) => api.call<typeof listOpenings>('GET /dashboard_link/{id}/openings', { params: { id }, signal }),
    select: ({ objects }) => objects,
  })

export async function makeLink(id: number, body: BodyOf<typeof shareDashboard>) {
  const answer = await api.call<typeof shareDashboard>('POST /dashboard/{id}/share', { params: { id }, body, once: false })
  void invalidate(ofLinks)
  return answer
}

export async function takeBack(id: number): Promise<string> {
  const { message } = await api.call<typeof revokeLink>('POST /dashboard_link/{id}/revoke', { params: { id }, body: {} })
  void invalidate(ofLinks)
  return message
}
