import { useQuery } from '@tanstack/react-query'
import { homePage } from '#areas/help/contract/identifier.ts'
import type {
  rateWikiPage,
  Rating,
  readContents,
  readFeedback,
  readWikiPage,
  readWikiSource,
  restoreWikiPage,
  searchWiki,
  WikiSource,
  writeWikiPage,
} from '#areas/help/contract/calls.ts'
import { ApiError, api } from '#kit/web/api/client.ts'
import { invalidate, queryClient } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'

/** Pages say the same all day, each in its language. */
const cached = { staleTime: 600_000 } as const
const read = (identifier: string, signal: AbortSignal) => api.call<typeof readWikiPage>('GET /wiki/page/{identifier}', { params: { identifier }, signal })

/** A page, or where there is none the front page of the documentation, and whether it stands in for it (SHL-19). */
export function useWikiPage(identifier: string) {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['wiki_page', lang, identifier],
    queryFn: async ({ signal }) => {
      try {
        return { page: (await read(identifier, signal)).object, missing: false }
      } catch (reason) {
        if (!(reason instanceof ApiError) || reason.status !== 404 || identifier === homePage) throw reason
        return { page: (await read(homePage, signal)).object, missing: true }
      }
    },
    ...cached,
  })
}

export function useContents() {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['wiki_page', lang, '', 'contents'],
    queryFn: async ({ signal }) => (await api.call<typeof readContents>('GET /wiki/contents', { signal })).objects,
    ...cached,
  })
}

/** Nothing until something is typed. */
export function useWikiSearch(q: string) {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['wiki_page', lang, '', 'search', q],
    queryFn: async ({ signal }) => (await api.call<typeof searchWiki>('GET /wiki/search', { query: { q }, signal })).objects,
    enabled: q !== '',
    placeholderData: (before) => before,
  })
}

export const useFeedback = () => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['wiki_page', lang, '', 'feedback'],
    queryFn: async ({ signal }) => (await api.call<typeof readFeedback>('GET /wiki/feedback', { signal })).objects,
    staleTime: 0,
  })
}

export const useWikiSource = (identifier: string) =>
  useQuery({
    queryKey: ['wiki_page', 'source', identifier],
    queryFn: async ({ signal }) => (await api.call<typeof readWikiSource>('GET /wiki/page/{identifier}/source', { params: { identifier }, signal })).object,
    staleTime: 0,
    gcTime: 0,
  })

/** Keeps the reader's vote; answers the thanks. */
export async function rate(identifier: string, rating: Rating): Promise<string> {
  const { message = '' } = await api.call<typeof rateWikiPage>('PUT /wiki/page/{identifier}/rating', { params: { identifier }, query: { rating: `${rating}` } })
  // The page on screen already says thanks; the next time it is opened it knows the vote.
  void queryClient.invalidateQueries({ queryKey: ['wiki_page'], refetchType: 'none' })
  return message
}

export async function writePage(identifier: string, page: WikiSource, version: number) {
  const answer = await api.call<typeof writeWikiPage>('PUT /wiki/page/{identifier}', { params: { identifier }, body: { ...page, version } })
  await invalidate('wiki_page')
  return answer
}

export async function restorePage(identifier: string) {
  const answer = await api.call<typeof restoreWikiPage>('DELETE /wiki/page/{identifier}', { params: { identifier } })
  await invalidate('wiki_page')
  return answer
}
