import { z } from 'zod'
import { writtenDay } from '#kit/contract/date-order.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import type { ReportBlock, ReportCell } from '#kit/contract/report.ts'
import type { Right } from '#kit/contract/right.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { decisionsOf, hasDecision, type ReadDecision } from '#kit/server/data/work/decision.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { cellOf } from '#kit/server/sheets/cells.ts'
import { sheetWords } from '#kit/server/sheets/words.ts'
import { reportFrame } from './frame.ts'
import { defineReport, type ReportContext, type ReportKind } from './report-kind.ts'

/** Which of the requests about a row a paper is of. */
export const decisionAsked = z.object({ request: z.int().min(1) })
type Context = ReportContext<z.output<typeof decisionAsked>>

/** Whether the request is one about the row. */
export const decisionThere =
  (entity: string) =>
  (tx: Context['tx'], id: number, { request }: Context['asked']): Promise<boolean> =>
    hasDecision(tx, entity, id, request)

const cell = (text: string): ReportCell => text.split('\n').map((line) => [{ text: line }])
const say = ({ translate }: Context, key: string, values?: Record<string, string | number>) => translate(`kit.record.decision.${key}`, values)
const day = ({ who }: Context, moment: unknown) => writtenDay(dayIn(new Date(String(moment)), who.timeZone), who.dateOrder)

/** The request that a paper is of, and which of the row's it is, the oldest being 1; its reader may open the row. */
export async function decisionOf(context: Context, entity: string): Promise<{ readonly one: ReadDecision; readonly number: number } | null> {
  const { tx, resources, who, id, asked } = context
  const resource = resourceOf(resources, entity)
  const decisions = await decisionsOf(tx, authorize(who, resource.def.rights.read), resource, resources, id)
  const at = decisions.findIndex((one) => one.id === asked.request)
  const one = decisions[at]
  return one ? { one, number: decisions.length - at } : null
}

/** Who and what the copy is of, as it was called then. */
export function decisionSubtitle({ resources }: Context, entity: string, { copy }: ReadDecision): string {
  const title = copy[resourceOf(resources, entity).def.title]
  return [copy.identifier, title].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

/** Who decided, when, and why. */
export const decidedBlocks = (context: Context, { decided_by: by, decided_at: at, reason }: ReadDecision): ReportBlock[] => [
  ...(by !== null && at !== null
    ? [{ kind: 'paragraph' as const, text: [{ text: say(context, 'decided', { name: by.name, date: day(context, at) }), strong: true }] }]
    : []),
  ...(reason ? [{ kind: 'markdown' as const, text: reason }] : []),
]

/** The fingerprint by which the paper is held against the audit, and the copy: what a form asks for, save the fields told otherwise; others that it says come first. */
export async function copyBlocks(
  context: Context,
  entity: string,
  { copy, version, fingerprint }: ReadDecision,
  { also = [], without = [] }: { readonly also?: readonly string[]; readonly without?: readonly string[] } = {},
): Promise<ReportBlock[]> {
  const { tx, resources, who, translate } = context
  const { def } = resourceOf(resources, entity)
  const words = sheetWords(
    (message) => (typeof message === 'string' ? translate(message) : translate(message.key, message.values)),
    def,
    who.lang,
    await levelsFor(tx, def),
    who.dateOrder,
  )
  const shown = (field: string): string => {
    const kind = def.fields[field]
    const written = kind ? cellOf(field, kind, copy[field] ?? null, words, who.timeZone) : null
    if (written === null || typeof written !== 'object') return String(written ?? '')
    if ('day' in written) return writtenDay(written.day, who.dateOrder)
    return 'moment' in written ? written.moment.replace('T', ' ') : String(written.amount)
  }
  const asks = def.form.filter(({ section }) => section !== 'state').flatMap((section) => section.fields)
  const rows = [...also, ...asks]
    .filter((field) => !without.includes(field))
    .map((field) => ({ label: words.field(field), value: shown(field) }))
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => [cell(label), cell(value)])
  return [
    { kind: 'paragraph', text: [{ text: `${say(context, 'fingerprint_of', { version })} ${fingerprint}`, soft: true }] },
    { kind: 'heading', level: 1, text: say(context, 'submitted') },
    {
      kind: 'table',
      columns: [
        { label: say(context, 'field'), width: 30 },
        { label: say(context, 'before'), width: 70 },
      ],
      rows,
    },
  ]
}

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
  /** What else was kept with the copy, or is told of it in a better way. */
  readonly more?: (context: Context, decision: ReadDecision) => Promise<ReportBlock[]>
}

const unanswered: ReadonlySet<string> = new Set(['OPEN', 'EXPIRED', 'REPLACED', 'WITHDRAWN'])

/** The frozen copy of what was asked, as its reader may see it, with who decided about it and its fingerprint. */
export const decisionReport = ({ name, entity, right, summary, outcome, without = [], more }: DecisionPaper): ReportKind =>
  defineReport({
    name,
    entity,
    right,
    summary,
    asked: decisionAsked,
    has: decisionThere(entity),
    compose: async (context) => {
      const found = await decisionOf(context, entity)
      if (!found) return null
      const { one, number } = found
      const asker = one.asked_by?.name ?? say(context, 'nobody')
      return {
        ...(await reportFrame(context, {
          title: say(context, 'paper', { number }),
          subtitle: decisionSubtitle(context, entity, one),
          version: unanswered.has(one.state) ? say(context, `states.${one.state}`) : context.translate(outcome(one.state)),
        })),
        blocks: [
          { kind: 'paragraph', text: [{ text: say(context, 'asked', { name: asker, date: day(context, one.asked_at) }) }] },
          ...(one.comment ? [{ kind: 'markdown' as const, text: one.comment }] : []),
          ...(unanswered.has(one.state) ? [] : decidedBlocks(context, one)),
          ...(await copyBlocks(context, entity, one, { without })),
          ...((await more?.(context, one)) ?? []),
        ],
      }
    },
  })
