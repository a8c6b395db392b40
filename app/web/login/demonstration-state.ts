import { api } from '#kit/web/api/client.ts'

/** How far the demonstration is that this start of the server brings in; `percent` is null where another server builds it. */
export interface DemonstrationState {
  readonly stage: 'BUILDING' | 'BUILT' | 'FAILED' | null
  readonly percent: number | null
}

export const readDemonstration = (): Promise<DemonstrationState> =>
  api.get<{ demonstration: DemonstrationState }>('/first_run').then(({ demonstration }) => demonstration)
