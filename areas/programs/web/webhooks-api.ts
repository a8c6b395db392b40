import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import type {
  changeWebhook,
  Delivery,
  giveUpDelivery,
  listDeliveries,
  makeWebhook,
  pauseWebhook,
  readDelivery,
  readWebhookChoices,
  replayDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  sendDelivery,
  testWebhook,
} from '#areas/programs/contract/webhook-calls.ts'

/** Which events there are, and what they are called. */
export const useWebhookChoices = () =>
  useQuery({
    queryKey: ['webhook', 'choices'],
    queryFn: ({ signal }) => api.call<typeof readWebhookChoices>('GET /webhook/choices', { signal }),
    select: ({ object }) => object,
    staleTime: 5 * 60_000,
  })

/** How often what is under way is looked at again, in milliseconds. */
const lookAgain = 5_000
const isUnderWay = ({ state, next_at: next }: Pick<Delivery, 'state' | 'next_at'>) =>
  state === 'WAITING' && next !== null && Date.parse(next) < Date.now() + lookAgain

/** Messages of a webhook, page by page; what is under way is looked at again. */
export const useDeliveries = (id: number, state: Delivery['state'] | undefined) =>
  useInfiniteQuery({
    queryKey: ['webhook', 'deliveries', id, state ?? null],
    queryFn: ({ signal, pageParam }) =>
      api.call<typeof listDeliveries>('GET /webhook/{id}/deliveries', {
        params: { id },
        query: { ...(state && { state }), ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.objects.some(isUnderWay) ? lookAgain : false),
  })

export const useDelivery = (id: number) =>
  useQuery({
    queryKey: ['webhook', 'delivery', id],
    queryFn: ({ signal }) => api.call<typeof readDelivery>('GET /webhook/delivery/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.object) ? lookAgain : false),
  })

const one = (id: number) => ({ params: { id }, body: {} })
export const makeHook = (body: BodyOf<typeof makeWebhook>) => api.call<typeof makeWebhook>('POST /webhook', { body, once: false })
export const changeHook = (id: number, body: BodyOf<typeof changeWebhook>) => api.call<typeof changeWebhook>('PUT /webhook/{id}', { params: { id }, body })
export const rotateHook = (id: number, hours: number) =>
  api.call<typeof rotateWebhookSecret>('POST /webhook/{id}/rotate', { params: { id }, body: { overlap_hours: hours }, once: false })
export const pauseHook = (id: number) => api.call<typeof pauseWebhook>('POST /webhook/{id}/pause', one(id))
export const resumeHook = (id: number) => api.call<typeof resumeWebhook>('POST /webhook/{id}/resume', one(id))
export const testHook = (id: number) => api.call<typeof testWebhook>('POST /webhook/{id}/test', one(id))
export const sendMessage = (id: number) => api.call<typeof sendDelivery>('POST /webhook/delivery/{id}/send', one(id))
export const replayMessage = (id: number) => api.call<typeof replayDelivery>('POST /webhook/delivery/{id}/replay', one(id))
export const giveMessageUp = (id: number) => api.call<typeof giveUpDelivery>('POST /webhook/delivery/{id}/give_up', one(id))
