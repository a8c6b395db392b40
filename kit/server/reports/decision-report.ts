import { z } from 'zod'
import { writtenDay } from '#kit/contract/date-order.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import type { Right } from '#kit/contract/right.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { decisionsOf, type ToldDecision } from '#kit/server/data/decision.ts'
import { levelsFor } from '#kit/server/data/levels.ts'
import { resourceOf } from '#kit/server/data/resource.ts'
import { cellOf } from '#kit/server/sheets/cells.ts'
import { sheetWords } from '#kit/server/sheets/words.ts'
import { reportFrame } from './frame.ts'
import { defineReport, type ReportContext, type ReportKind } from './report-kind.ts'

interface DecisionPaper {
  /** `POST /<entity>/{id}/<name>_report`; unique among all reports. */
  readonly name: string
  readonly entity: string
  readonly right: Right
  /** English, imperative. */
  readonly summary: string
  /** The key of what an outcome is called. */
  readonly outcome: (state: string) => string
  /** Fields that are told otherwise, or not at all. */
  readonly without?: readonly string[]
  /** What no form asks for and the copy says, such as the day on which it was decided: told first. */
  readonly also?: readonly string[]
  /** It is asked and answered at once: who asked is who decided. */
  readonly atOnce?: boolean
  /** What else was kept with the copy, or is told of it in a better way. */
  readonly more?: (context: ReportContext<{ request: number }>, decision: ToldDecision) => Promise<ReportBlock[]>
}

const unanswered: ReadonlySet<string> = new Set(['OPEN', 'EXPIRED', 'REPLACED', 'WITHDRAWN'])
const cell = (text: string): ReportCell => text.split('\n').map((line) => [{ text: line }])

/** The frozen copy of what was asked, as its reader may see it, with who decided about it and its fingerprint, by which the paper is held against the audit. */
export const decisionReport = ({ name, entity, right, summary, outcome, without = [], also = [], atOnce = false, more }: DecisionPaper): ReportKind =>
  defineReport({
    name,
    entity,
    right,
    summary,
    asked: z.object({ request: z.int().min(1) }),
    compose: async (context) => {
      const { tx, resources, who, id, asked, translate } = context
      const resource = resourceOf(resources, entity)
      const { def } = resource
      const decisions = await decisionsOf(tx, authorize(who, def.rights.read), resource, resources, id)
      const at = decisions.findIndex((one) => one.id === asked.request)
      const one = decisions[at]
      if (!one) return null
      const words = sheetWords(
        (said) => (typeof said === 'string' ? translate(said) : translate(said.key, said.values)),
        def,
        who.lang,
        await levelsFor(tx, def),
        who.dateOrder,
      )
      const say = (key: string, values?: Record<string, string | number>) => translate(`kit.record.decision.${key}`, values)
      const day = (moment: unknown) => writtenDay(dayIn(new Date(String(moment)), who.timeZone), who.dateOrder)
      const person = (named: ToldDecision['asked_by']) => named?.name ?? say('nobody')
      const decided = one.decided_by !== null && one.decided_at !== null && one.state !== 'REPLACED'
      const shown = (field: string): string => {
        const kind = def.fields[field]
        const written = kind ? cellOf(field, kind, one.copy[field] ?? null, words, who.timeZone) : null
        if (written === null || typeof written !== 'object') return String(written ?? '')
        if ('day' in written) return writtenDay(written.day, who.dateOrder)
        return 'moment' in written ? written.moment.replace('T', ' ') : String(written.amount)
      }
      const asks = def.form.filter(({ section }) => section !== 'state').flatMap((section) => section.fields)
      const fields = [...also, ...asks].filter((field) => !without.includes(field))
      const lines = fields.map((field) => ({ label: words.field(field), value: shown(field) })).filter(({ value }) => value !== '')
      const table = (rows: readonly { readonly label: string; readonly value: string }[]): ReportBlock => ({
        kind: 'table',
        columns: [
          { label: say('field'), width: 30 },
          { label: say('before'), width: 70 },
        ],
        rows: rows.map(({ label, value }) => [cell(label), cell(value)]),
      })
      const identifier = typeof one.copy.identifier === 'string' ? one.copy.identifier : ''
      const title = one.copy[def.title]
      return {
        ...(await reportFrame(context, {
          title: say(atOnce ? 'paper_decision' : 'paper', { number: decisions.length - at }),
          subtitle: [identifier, typeof title === 'string' ? title : ''].filter(Boolean).join(' '),
          version: unanswered.has(one.state) ? say(`states.${one.state}`) : translate(outcome(one.state)),
        })),
        blocks: [
          ...(atOnce ? [] : [{ kind: 'paragraph' as const, text: [{ text: say('asked', { name: person(one.asked_by), date: day(one.asked_at) }) }] }]),
          ...(one.comment ? [{ kind: 'markdown' as const, text: one.comment }] : []),
          ...(decided
            ? [{ kind: 'paragraph' as const, text: [{ text: say('decided', { name: person(one.decided_by), date: day(one.decided_at) }), strong: true }] }]
            : []),
          ...(one.reason ? [{ kind: 'markdown' as const, text: one.reason }] : []),
          { kind: 'paragraph', text: [{ text: `${say('fingerprint_of', { version: one.version })} ${one.fingerprint}`, soft: true }] },
          { kind: 'heading', level: 1, text: say('submitted') },
          table(lines),
          ...((await more?.(context, one)) ?? []),
        ],
      }
    },
  })
