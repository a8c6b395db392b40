import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { FairPlaces, NoPlace } from '#kit/server/data/database/fair-places.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { askProcess } from '#kit/server/files/bounded-process.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { downloadLibrary, type LeavingFormat } from '#areas/library/contract/calls.ts'
import { limits } from '#areas/library/server/format/limits.ts'
import type { KeptLibrary } from './root-of-library.ts'
import type { Leaving, Left } from './write-process.ts'

const mimes: Readonly<Record<LeavingFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  yaml: 'application/yaml',
}
/** Files written while somebody waits, as those that are read. */
const places = new FairPlaces({ places: 2, share: 1, queue: 20, patience: 20_000 })

/** A library leaves in the forms in which it comes in; written apart, since the largest take a second of work. */
export function leaveCalls(api: Api, resources: Resources): void {
  api.addRaw(operationOf(downloadLibrary, 'library'), async ({ request, reply, params, query }) => {
    const { format }: { format: LeavingFormat } = query
    const { customerId, row, library } = await api.inSession(request, async (tx) => {
      const found = await getRow(tx, authorize(tx.who, 'library.read'), resourceOf(resources, 'library'), resources, params.id)
      // Catalogues of OSCAL have a form of their own.
      if (found.format !== 'library') throw notFound()
      const kept = await tx.first(sql<{ content: KeptLibrary }>`select content from library_content
        where customer_id = ${tx.customerId} and library_id = ${params.id} and edition = ${found.edition as number}`)
      if (!kept) throw notFound()
      return { customerId: tx.customerId, row: found, library: kept.content }
    })
    const leave = await places.enter(customerId).catch((error: unknown) => {
      throw error instanceof NoPlace ? new AppError('BUSY', 'kit.errors.busy', { cause: error }) : error
    })
    try {
      const asked: Leaving = { library, format }
      const left = await askProcess<Left>(new URL('./write-process.ts', import.meta.url), asked, limits)
      if ('tooLong' in left) throw new AppError('CONFLICT', 'library.leave.too_long', { values: { name: left.tooLong } })
      const name = `${String(row.identifier ?? row.urn)} ${String(row.version_label)}.${format}`
      return await sendFile(reply, { name, mime: mimes[format] }).send(Buffer.from(left.bytes))
    } finally {
      leave()
    }
  })
}
