import type { LongJob } from '#kit/server/http/area.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { ToTell } from '#areas/reporting/contract/calls.ts'
import type { Sources } from './tell-blocks.ts'
import { freezeVersion } from './versions.ts'

/** Freezes the figures of a version that was published, as whoever published it; tried again it goes on from nothing, and one that is frozen stays as it is. */
export const freezeJob = (api: Promise<Api>, sources: Sources): LongJob => ({
  name: 'reporting.freeze',
  runLong: async ({ data, apart, resources }) => {
    const { dashboard_id: id, number, tell } = data as { readonly dashboard_id?: number; readonly number?: number; readonly tell?: ToTell }
    if (id === undefined || number === undefined) return
    await freezeVersion(apart, { api: await api, resources, sources }, id, number, tell)
  },
})
