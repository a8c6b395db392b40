import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { clockAt, hoursOf } from '#kit/contract/hours-of-day.ts'
import { dayInFileName } from '#kit/contract/date-order.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { sendFile } from '#kit/server/files/file-routes.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { xlsx, type Cell } from '#kit/server/sheets/xlsx.ts'
import { downloadGrid } from '#areas/metrics/contract/calls.ts'
import { readHour } from '#areas/metrics/contract/hour.ts'
import { gridOf } from '#areas/metrics/server/grid.ts'

const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const columns = ['metric', 'perimeter', 'date', 'value', 'comment'] as const
const p = rowRef('p')

/** The values of a metric as Excel, a line for each place and period that may hold one: filled in, the file is what an import takes. */
export function gridSheet(api: Api): void {
  api.addRaw(operationOf(downloadGrid, 'metric'), async ({ request, reply, params, query }) => {
    const { grid, names, order } = await api.inSession(request, async (tx) => {
      const read = await gridOf(tx, authorize(tx.who, 'metric.read'), params.id, query)
      return {
        order: tx.who.dateOrder,
        grid: read,
        names: await identifiersOf(
          tx,
          read.places.map(({ id }) => id),
        ),
      }
    })
    const { metric, places, periods, cells } = grid
    const there = new Map(cells.map((cell) => [`${cell.perimeter} ${cell.period}`, cell]))
    const lines = places
      .filter(({ own }) => own)
      .flatMap((place) =>
        periods
          .filter(({ state }) => state !== 'FUTURE' && state !== 'BEFORE')
          .map(({ start }): Cell[] => {
            const cell = there.get(`${place.id} ${start}`)
            return [metric.identifier, names.get(place.id) ?? place.name, dateCell(start, metric.time_zone), cell?.value ?? null, cell?.comment ?? null]
          }),
      )
    const say = (key: string) => api.translateFor(request, `metrics.${key}`)
    const header = columns.map((column) => say(`entities.metric_value.fields.${column}`))
    const name = `${metric.name ?? metric.identifier} – ${dayInFileName(periods.at(-1)?.end ?? '', order)}.xlsx`
    return sendFile(reply, { name, mime }).send(Readable.from(xlsx([{ name: say('entities.metric_value.many'), header, rows: [lines] }])))
  })
}

/** An hour as clocks show it; where a day has 23 or 25 of them, one of which no clock or two show, by its number. */
function dateCell(start: string, timeZone: string): Cell {
  const { day, hour } = readHour(start) ?? {}
  if (day === undefined || hour === undefined) return { day: start }
  return hoursOf(day, timeZone) === 24 ? { moment: `${day}T${clockAt(day, hour, timeZone)}:00` } : start
}

/** Perimeters by what names each of them alone. */
async function identifiersOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.run(sql<{
    id: number
    identifier: string | null
  }>`select p.id, coalesce(p.identifier, ${localizedText(p, 'name', tx.who.lang)}) as identifier
    from perimeter p where p.customer_id = ${tx.customerId} and p.id = any(${[...ids]}::bigint[])`)
  return new Map(rows.flatMap(({ id, identifier }) => (identifier === null ? [] : [[id, identifier] as const])))
}
