import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { campaign } from '#areas/campaigns/contract/campaign.ts'
import type { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import type { readReadiness } from '#areas/campaigns/contract/plan-calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { hearChanges } from '#kit/web/api/hear-changes.ts'
import { invalidate } from '#kit/web/api/queries.ts'

export type Campaign = RowOf<typeof campaign>
export type Evaluation = RowOf<typeof evaluation>

/** What a draft still lacks; read again with every write of a campaign or an evaluation. */
export const useReadiness = ({ id, version }: Campaign) =>
  useQuery({
    queryKey: ['evaluation', 'readiness', id, version],
    queryFn: ({ signal }) => api.get<AnswerOf<typeof readReadiness>>(`/campaign/${id}/readiness`, { signal }),
    select: ({ object }) => object,
  })

/** Moves a campaign by one of its calls; answers what is to be told. */
export async function moveCampaign({ id, version }: Campaign, verb: string, body: object = {}): Promise<string | undefined> {
  return (await api.post<ObjectAnswer<Campaign>>(`/campaign/${id}/${verb}`, { ...body, version })).message
}

/** Two hundred who answer tell of it two hundred times a second: the page looks again once in so many milliseconds. */
const calm = 3000
/** How often it looks while a start is on its way, whatever it hears. */
const eager = 1500

/** Shows how far a campaign is while others answer, validate or start it, as long as its page is looked at. */
export function useLive(row: Campaign | undefined, starting: boolean): void {
  const id = row?.id
  useEffect(() => {
    if (id === undefined) return
    return hearChanges(`campaign:${id}`, () => void invalidate('campaign', 'evaluation'), calm)
  }, [id])
  useEffect(() => {
    if (!starting) return
    const timer = setInterval(() => void invalidate('campaign', 'evaluation'), eager)
    return () => clearInterval(timer)
  }, [starting])
}
