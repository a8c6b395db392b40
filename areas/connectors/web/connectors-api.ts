import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'
import type {
  changeConnector,
  connect,
  ConnectorJob,
  listDefinitions,
  listJobs,
  offerDefinition,
  pauseConnector,
  previewConnector,
  readFeeds,
  readJob,
  resumeConnector,
  retryJob,
  runConnector,
  testConnector,
} from '#areas/connectors/contract/calls.ts'
import type { customerConnector } from '#areas/connectors/contract/customer-connector.ts'

export type Connector = RowOf<typeof customerConnector>

/** How often what goes on is looked at again, in milliseconds. */
const lookAgain = 3_000
const goesOn = ({ status }: { readonly status: string | null }) => status === 'IN_PROGRESS' || status === 'PENDING'

export const useDefinitions = () =>
  useQuery({
    queryKey: ['connector', 'definitions'],
    queryFn: ({ signal }) => api.call<typeof listDefinitions>('GET /connector', { signal }),
  })

/** All that are connected; an organisation has as many as its licence allows. */
export const useConnectors = () =>
  useQuery({
    queryKey: ['customer_connector', 'all'],
    queryFn: ({ signal }) => api.get<ListAnswer<Connector>>('/customer_connector', { signal }),
    select: ({ objects }) => objects,
    refetchInterval: ({ state: { data } }) => (data?.objects.some((row) => goesOn({ status: row.last_status })) ? lookAgain : false),
  })

const whole = (id: number) => ({
  queryKey: ['customer_connector', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<{ readonly object: Connector }>(`/customer_connector/${id}`, { signal }),
})

/** How many metrics each feeds, which lists do not tell; undefined until it is known. */
export const useFedMetrics = (ids: readonly number[]): readonly (number | undefined)[] =>
  useQueries({
    queries: ids.map(whole),
    combine: (each) => each.map(({ data }) => data && new Set(data.object.feeds?.map(({ metric }) => metric)).size),
  })

export const useConnector = (id: number) =>
  useQuery({
    ...whole(id),
    select: ({ object }) => object,
    refetchInterval: ({ state: { data } }) => (data && goesOn({ status: data.object.last_status }) ? lookAgain : false),
  })

export const useJobs = (id: number, status: ConnectorJob['status'] | undefined) =>
  useInfiniteQuery({
    queryKey: ['customer_connector', id, 'jobs', status ?? null],
    queryFn: ({ signal, pageParam }) =>
      api.call<typeof listJobs>('GET /customer_connector/{id}/jobs', {
        params: { id },
        query: { ...(status && { status }), ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.objects.some(goesOn) ? lookAgain : false),
  })

export const useJob = (id: number) =>
  useQuery({
    queryKey: ['customer_connector', 'job', id],
    queryFn: ({ signal }) => api.call<typeof readJob>('GET /customer_connector/job/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
    refetchInterval: ({ state: { data } }) => (data && goesOn(data.object) ? lookAgain : false),
  })

export const useFeeds = (id: number) =>
  useQuery({
    queryKey: ['customer_connector', id, 'feeds'],
    queryFn: ({ signal }) => api.call<typeof readFeeds>('GET /customer_connector/{id}/feeds', { params: { id }, signal }),
  })

const one = (id: number) => ({ params: { id }, body: {} })
export const connectService = (body: BodyOf<typeof connect>) => api.call<typeof connect>('POST /customer_connector', { body })
export const changeService = (id: number, body: BodyOf<typeof changeConnector>) =>
  api.call<typeof changeConnector>('PUT /customer_connector/{id}', { params: { id }, body })
export const testService = (body: BodyOf<typeof testConnector>) => api.call<typeof testConnector>('POST /customer_connector/test', { body })
export const previewService = (body: BodyOf<typeof previewConnector>) => api.call<typeof previewConnector>('POST /customer_connector/preview', { body })
export const pauseService = (id: number) => api.call<typeof pauseConnector>('POST /customer_connector/{id}/pause', one(id))
export const resumeService = (id: number) => api.call<typeof resumeConnector>('POST /customer_connector/{id}/resume', one(id))
export const runService = (id: number) => api.call<typeof runConnector>('POST /customer_connector/{id}/run', one(id))
export const retryRun = (id: number) => api.call<typeof retryJob>('POST /customer_connector/job/{id}/retry', one(id))
export const offerService = (identifier: string, enabled: boolean) =>
  api.call<typeof offerDefinition>('PUT /connector/{identifier}', { params: { identifier }, body: { enabled } })
