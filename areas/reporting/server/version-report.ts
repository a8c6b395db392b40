import { z } from 'zod'
import { writtenMoment } from '#kit/contract/date-order.ts'
import { notFound } from '#kit/contract/errors.ts'
import type { ReportBlock } from '#kit/contract/report.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReportApart, type ReportKind } from '#kit/server/reports/report-kind.ts'
import { dashboardResource } from './dashboard.ts'
import { layoutBlocks } from './layout-document.ts'
import type { Sources } from './tell-blocks.ts'
import { frozenOf, isFrozen } from './versions.ts'

const asked = z.object({ number: z.int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** A published version on paper: the figures that were frozen for whoever asks, with its charts drawn. */
export const versionReport = (sources: Sources): ReportKind =>
  defineReportApart({
    name: 'dashboard_version',
    entity: 'dashboard',
    right: 'dashboard.read',
    summary: 'Make a Word or PDF document of a published version of a dashboard',
    asked,
    has: (tx, id, { number }) => isFrozen(tx, id, number),
    composeApart: async ({ api, resources, id, asked: { number }, read, translate }) => {
      const row = await read((tx) => getRow(tx, authorize(tx.who, 'dashboard.read'), dashboardResource, resources, id))
      const frozen = await frozenOf(read, { api, resources, sources }, id, number)
      if (!frozen) throw notFound()
      return read(async (tx) => {
        const { lang, dateOrder, timeZone } = tx.who
        const at = writtenMoment(new Date(frozen.at), timeZone, dateOrder)
        const about = [row.description, frozen.note].filter((text): text is string => typeof text === 'string' && text !== '')
        return {
          ...(await reportFrame(
            { tx, who: tx.who, translate },
            {
              title: String(row.name ?? row.identifier),
              subtitle: frozen.perimeter,
              version: [translate('reporting.viewer.version', { number }), at, frozen.by].filter(Boolean).join(' · '),
            },
          )),
          blocks: [
            ...about.map((text): ReportBlock => ({ kind: 'markdown', text })),
            ...layoutBlocks(frozen.layout, frozen.blocks, { lang, dateOrder, timeZone, translate }),
          ],
        }
      })
    },
  })
