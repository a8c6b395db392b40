import { kitLeftOut, type LeftOut } from '#kit/server/data/database/left-out.ts'
import type { Area } from '#kit/server/http/area.ts'
import { transferRights } from '#areas/transfer/contract/rights.ts'
import { en } from '#areas/transfer/locales/en.ts'
import { fr } from '#areas/transfer/locales/fr.ts'
import { exportCalls, importCalls } from './calls.ts'
import { closedCalls } from './closed-calls.ts'
import { leavingCalls } from './leaving-calls.ts'
import { partCalls } from './part-calls.ts'
import { expireJob, exportClosedJob, exportJob } from './export-job.ts'
import { checkJob, importJob } from './import-jobs.ts'

const own: LeftOut = { customer_archive: 'work', archive_import: 'work' }

/** What is in no archive, by all areas. */
export const leftOutOf = (rooms: readonly Pick<Area, 'leftOut'>[]): LeftOut => Object.assign({}, kitLeftOut, own, ...rooms.map(({ leftOut }) => leftOut ?? {}))

/** Everything that an organisation has, carried away and brought in. */
export const transferOf = (rooms: readonly Area[]): Area => ({
  name: 'transfer',
  rights: transferRights,
  resources: [],
  tables: Object.keys(own),
  leftOut: own,
  calls: (api, resources, storage) => {
    exportCalls(api, storage)
    importCalls(api, storage)
    closedCalls(api, storage)
    leavingCalls(api, storage)
    partCalls(
      api,
      resources,
      rooms.flatMap(({ parts }) => parts ?? []),
    )
  },
  keeping: (ports) => {
    const leftOut = leftOutOf(rooms)
    return [exportJob(ports, leftOut), exportClosedJob(ports, leftOut), expireJob(ports), checkJob(ports, leftOut), importJob(ports, leftOut)]
  },
  locales: { en, fr },
})
