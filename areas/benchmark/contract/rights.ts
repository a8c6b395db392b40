import { defineRights, readers } from '#kit/contract/right.ts'

/** Whoever reads scores sees them among those of others; whether the organisation takes part is among its settings (`organisation_settings.write`). */
export const benchmarkRights = defineRights({ 'benchmark.read': readers })
