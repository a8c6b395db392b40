import { sql } from 'kysely'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { listInternalIndicators, type InternalIndicator } from '#areas/indicators/contract/internal-indicators.ts'
import { asStaff } from '#areas/tenancy/server/index.ts'

/** The models over product metrics alone that everybody may adopt, and how much they are used: numbers over all organisations, of which none is named (ADM-16). */
export function internalIndicatorCalls(api: Api): void {
  api.addRaw(operationOf(listInternalIndicators, 'internal_indicator'), async ({ request }) =>
    asStaff(api, request, listInternalIndicators, async (tx) => ({
      ok: true,
      objects: await tx.run(sql<InternalIndicator>`select u.* from internal_indicator_uses() u`),
    })),
  )
}
