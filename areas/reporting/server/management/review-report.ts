import { z } from 'zod'
import { writtenDay } from '#kit/contract/date-order.ts'
import type { Reference } from '#kit/contract/field.ts'
import type { ReportBlock } from '#kit/contract/report.ts'
import { reportFrame } from '#kit/server/reports/frame.ts'
import { defineReportApart, type ReportKind } from '#kit/server/reports/report-kind.ts'
import { reviewInputs, reviewResults, type ReviewText } from '#areas/reporting/contract/management-review.ts'
import { layoutBlocks } from '#areas/reporting/server/layout-document.ts'
import { sectionIdOf } from '#areas/reporting/contract/reports.ts'
import type { Sources } from '#areas/reporting/server/tell-blocks.ts'
import { figuresOf, readReview } from './review-figures.ts'

/** The minutes of a management review: what was looked at with its figures, what was said of it, what was decided. */
export const reviewReport = (sources: Sources): ReportKind =>
  defineReportApart({
    name: 'management_review',
    entity: 'management_review',
    right: 'management_review.read',
    summary: 'Make the minutes of a management review as a Word or PDF document',
    asked: z.object({}),
    composeApart: async ({ api, resources, id, read, translate }) => {
      const told = await figuresOf(read, { api, resources, sources }, id)
      return read(async (tx) => {
        const { who } = tx
        const row = await readReview(tx, { resources }, id)
        const say = (key: string, values?: Record<string, string | number>) => translate(`reporting.management.${key}`, values)
        const day = (value: unknown) => writtenDay(String(value), who.dateOrder)
        const people = (row.participants as readonly Reference[]).map(({ name }) => name).join(', ')
        const chair = (row.chair as Reference | null)?.name
        const about = [
          row.held_on === null ? null : say('held', { day: day(row.held_on) }),
          chair ? say('chaired', { name: chair }) : null,
          people === '' ? null : say('with', { names: people }),
        ].filter((one) => one !== null)
        const written = (key: ReviewText): ReportBlock[] => {
          const text = row[key] as string | null
          return text ? [{ kind: 'markdown', text }] : [{ kind: 'paragraph', text: [{ text: say('not_written'), soft: true }] }]
        }
        const actions = row.actions as readonly Reference[]
        return {
          ...(await reportFrame(
            { tx, who, translate },
            {
              title: String(row.name ?? row.identifier),
              subtitle: (row.perimeter as Reference | null)?.name ?? null,
              version: [
                translate('reporting.reports.from_to', { from: day(row.period_from), to: day(row.period_to) }),
                translate(`reporting.entities.management_review.choices.status.${String(row.status)}`),
              ].join(' · '),
            },
          )),
          blocks: [
            ...about.map((text): ReportBlock => ({ kind: 'paragraph', text: [{ text }] })),
            ...layoutBlocks(told.layout, told.blocks, { lang: who.lang, dateOrder: who.dateOrder, timeZone: who.timeZone, translate }, (section) =>
              reviewInputs.filter((key) => sectionIdOf(key) === section).flatMap(written),
            ),
            ...reviewResults.flatMap((key): ReportBlock[] => [
              { kind: 'heading', level: 1, text: translate(`reporting.entities.management_review.fields.${key}`) },
              ...written(key),
            ]),
            ...(actions.length > 0
              ? ([
                  { kind: 'heading', level: 1, text: translate('reporting.entities.management_review.fields.actions') },
                  ...actions.map(({ identifier, name }): ReportBlock => ({
                    kind: 'paragraph',
                    text: [{ text: [identifier, name].filter(Boolean).join(' · ') }],
                  })),
                ] satisfies ReportBlock[])
              : []),
          ],
        }
      })
    },
  })
