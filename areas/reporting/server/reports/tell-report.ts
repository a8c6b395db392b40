import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import { mostRows, type Answer, type Ask, type CourseStep, type FigureAnswer, type SeriesAnswer } from '#kit/contract/source.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { askList } from '#kit/server/sources/rows-list.ts'
import { askGroups, askSeries } from '#kit/server/sources/rows-groups.ts'
import { askFigure, entityOfSource, prepareRows } from '#kit/server/sources/rows-source.ts'
import { askSource, type Asking } from '#kit/server/sources/source.ts'
import { stepsOf, type Days } from '#kit/server/sources/span.ts'
import { endOfDay } from '#kit/server/time/end-of-day.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { only } from '#kit/contract/figure.ts'
import { blockSchema, type Block, type Layout } from '#areas/reporting/contract/layout.ts'
import { daysOfReport } from '#areas/reporting/contract/report-period.ts'
import { reportRights, sectionIdOf, type AskedReport, type ReportBlock, type ReportName, type ToldReport } from '#areas/reporting/contract/reports.ts'
import { isEverybodys, reachOf, refusalOf, stampOf, type Reading, type Sources } from '#areas/reporting/server/tell-blocks.ts'
import { pieces, type Piece, type Titles } from './pieces.ts'
import { presets, type PresetSection } from './presets.ts'

export interface Teller {
  readonly api: Api
  readonly resources: Resources
  readonly sources: Sources
}

/** A report about some days, of one perimeter with what lies below or of all that its reader reaches. */
export interface ReportFrame {
  readonly report: ReportName
  readonly days: Days
  readonly before: Days
  readonly perimeter: number | null
  /** As it was told at a moment; null: now. */
  readonly at: Date | null
}

interface Placed {
  readonly id: string
  readonly piece: Piece
}

/** The most matrices of a report of risks. */
const mostMatrices = 3
/** Days up to which a course has a point for each week, and for each month. */
const [weeklyUpTo, monthlyUpTo] = [92, 400]
/** The most points of a course whose rows are counted as they were: each is a transaction. */
const mostSteps = 14

const known = new Remembered<ToldReport>(300)

/** What is asked by somebody on a day, with the days that it means. */
export const frameOf = ({ report, period, perimeter }: AskedReport, today: string): ReportFrame => ({
  report,
  ...daysOfReport(period, today),
  perimeter,
  at: null,
})

/** A report as its reader may see it: each block asks as its list does, by the same rights; one that fails keeps its place and says why. Throws FORBIDDEN and NOT_FOUND. */
export async function tellReport(read: Reading, teller: Teller, frame: ReportFrame): Promise<ToldReport> {
  const begun = await read(async (tx) => {
    authorize(tx.who, 'report.read')
    authorize(tx.who, reportRights[frame.report])
    const place = frame.perimeter === null ? null : await placeOf(tx, teller.resources, frame.perimeter)
    const key = frame.at
      ? null
      : `${await stampOf(tx)} ${reachOf(tx.who)} ${tx.who.lang} ${frame.report} ${JSON.stringify([frame.days, frame.before])} ${frame.perimeter}`
    const told = key === null ? undefined : known.get(key)
    if (told) return { told }
    return { key, place, who: tx.who, today: tx.today, sections: await sectionsFor(tx, teller, frame) }
  })
  if (begun.told) return begun.told
  const { key, place, who, today, sections } = begun
  const placed = sections.flatMap(({ placed: own }) => own)
  const blocks = await tellPieces(read, teller, frame, placed, { who, today })
  const told: ToldReport = {
    report: frame.report,
    days: frame.days,
    before: frame.before,
    perimeter: place,
    layout: layoutOf(sections, frame.days),
    blocks: placed.flatMap(({ id }) => blocks.get(id) ?? []),
  }
  return key === null ? told : known.keep(key, told)
}

/** A perimeter that the reader reads, by its name. */
async function placeOf(tx: Tx, resources: Resources, id: number): Promise<{ readonly id: number; readonly name: string }> {
  const resource = resourceOf(resources, 'perimeter')
  const p = rowRef('p')
  authorize(tx.who, resource.def.rights.read)
  const row = await tx.first(sql<{ name: string }>`select coalesce(${localizedText(p, 'name', tx.who.lang)}, '') as name
    from perimeter p where p.customer_id = ${tx.customerId} and p.id = ${id} and ${asSql(resource.rules.read(p, tx.who))}`)
  if (!row) throw new AppError('NOT_FOUND', 'kit.errors.not_found')
  return { id, name: row.name }
}

type ShownSection = PresetSection & { readonly placed: readonly Placed[] }

/** The blocks that the reader may ask for, in their sections. */
async function sectionsFor(tx: Tx, teller: Teller, { report }: ReportFrame): Promise<ShownSection[]> {
  const found: ShownSection[] = []
  for (const section of presets[report]) {
    const own = section.pieces.map((key): Placed => ({ id: key, piece: pieces[key] })).filter(({ piece }) => mayAsk(tx.who, teller, piece))
    found.push({ ...section, placed: section.matrices ? [...own, ...(await matricesFor(tx, teller))] : own })
  }
  return found
}

function mayAsk(who: Who, { resources, sources }: Teller, { ask, lines = [] }: Piece): boolean {
  const entity = entityOfSource(ask.source)
  if (entity === undefined) return sources.declared.some(({ name, right }) => name === ask.source && who.rights.has(right))
  if (!resources.has(entity) || !can(who, resourceOf(resources, entity).def.rights.read)) return false
  const names = [...(ask.figure === undefined ? [] : [ask.figure]), ...lines.map(({ figure }) => `${entity}.${figure}`)]
  return names.every((name) => sources.figures.some((figure) => figure.name === name && who.rights.has(figure.right)))
}

/** A matrix for each register of the reader's, the first ones by their names. */
async function matricesFor(tx: Tx, { resources }: Teller): Promise<Placed[]> {
  if (!resources.has('risk_register')) return []
  const resource = resourceOf(resources, 'risk_register')
  if (!can(tx.who, resource.def.rights.read)) return []
  const filters = resource.def.list.filters.includes('archived') ? [only('archived', false)] : []
  const { objects } = await listPage(tx, authorize(tx.who, resource.def.rights.read), resource, resources, {
    sort: [{ name: 'name', order: 'asc' }],
    filters,
    global_search: '',
    per_page: mostMatrices,
    page: 1,
  })
  return objects.map(({ id, ...row }) => ({
    id: `matrix${String(id).padStart(6, '0')}`,
    piece: {
      title: [`Matrix: ${String(row.name ?? '')}`, `Matrice : ${String(row.name ?? '')}`],
      type: 'RISK_MATRIX',
      when: 'END',
      ask: { source: 'risks.matrix', given: { register: id } },
    },
  }))
}

/** How far apart the points of a course over some days are. */
export function stepFor({ from, to }: Days): CourseStep {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return days <= weeklyUpTo ? 'WEEK' : days <= monthlyUpTo ? 'MONTH' : 'QUARTER'
}

const askOf = ({ ask }: Piece): Ask => ({ filters: [], how: 'COUNT', columns: [], sort: [], given: {}, ...ask })

/** Sections without anything to show are left out, save of the management review: each is a place to write there. */
function layoutOf(sections: readonly ShownSection[], days: Days): Layout {
  return {
    sections: sections.flatMap(({ key, title, columns, placed }, n) =>
      placed.length === 0 && key !== presets.MANAGEMENT_REVIEW[n]?.key
        ? []
        : [
            {
              id: sectionIdOf(key),
              title_en: title[0],
              title_fr: title[1],
              columns,
              blocks: placed.map(({ id, piece }): Block =>
                blockSchema.parse({
                  id,
                  type: piece.type,
                  title_en: piece.title[0],
                  title_fr: piece.title[1],
                  ask: askOf(piece),
                  step: stepFor(days),
                  compared: piece.type === 'KPI',
                  ...piece.more,
                  width: Math.min(piece.type === 'KPI' ? 1 : (piece.more?.width ?? (columns > 2 ? 4 : 1)), columns),
                }),
              ),
            },
          ],
    ),
  }
}

interface Reader {
  readonly who: Who
  readonly today: string
}

interface One {
  readonly id: string
  /** It is told of a day gone by, of which nothing may have been kept. */
  readonly past?: boolean
  readonly run: (tx: Tx) => Promise<Answer | null>
}

/** Tells the pieces, those of one moment in one transaction; a source of an area, which may read otherwise, in its own. */
async function tellPieces(
  read: Reading,
  teller: Teller,
  frame: ReportFrame,
  placed: readonly Placed[],
  { who, today }: Reader,
): Promise<Map<string, ReportBlock>> {
  const { days, before, at } = frame
  const told = new Map<string, ReportBlock>()
  const answers = new Map<string, Answer | null>()
  const lastDay = at ? dayIn(at, who.timeZone) : today
  /** The moment at the end of a day, or of the telling itself; null: now. */
  const momentOf = (day: string): Date | null => (day >= lastDay ? at : endOfDay(day, who.timeZone))
  const run = async (moment: Date | null, ones: readonly One[]) => {
    let left = ones
    while (left.length > 0) {
      const state: { at?: string } = {}
      try {
        await read(async (tx) => {
          if (moment) tx.readPast(moment)
          for (const one of left) {
            state.at = one.id
            try {
              answers.set(one.id, await one.run(tx))
            } catch (error) {
              // Of what is asked in vain nothing was sent to the database yet.
              if (!(error instanceof AppError) || isEverybodys(error)) throw error
              told.set(one.id, {
                id: one.id,
                answer: null,
                error: one.past && error.status === 'NOT_FOUND' ? 'kit.sources.not_kept' : refusalOf(error),
                as_of: null,
              })
            }
          }
        })
        left = []
      } catch (error) {
        const failed = left.findIndex(({ id }) => id === state.at)
        if (failed < 0 || isEverybodys(error)) throw error
        told.set(left[failed]?.id ?? '', { id: left[failed]?.id ?? '', answer: null, error: 'reporting.errors.not_loaded', as_of: null })
        left = left.slice(failed + 1)
      }
    }
  }
  const asking = (tx: Tx, day: string, more: Partial<Asking> = {}): Asking => ({
    api: teller.api,
    tx,
    resources: teller.resources,
    lang: who.lang,
    say: (key, values) => teller.api.ports.translate({ key, ...(values && { values }) }, who.lang),
    today: day,
    moment: null,
    days,
    before,
    step: stepFor(days),
    perimeter: frame.perimeter,
    compared: false,
    ...more,
  })
  const dayOf = (moment: Date | null, day: string) => (moment === null ? today : day < lastDay ? day : lastDay)
  const rowsOf = (tx: Tx, piece: Piece, day: string, more: Partial<Asking> = {}) => prepareRows(asking(tx, day, more), askOf(piece), teller.sources.figures)

  const placedAs = (when: Piece['when'], test: (piece: Piece) => boolean = () => true) => placed.filter(({ piece }) => piece.when === when && test(piece))
  const isRows = ({ ask }: Piece) => entityOfSource(ask.source) !== undefined
  const isFigure = ({ type }: Piece) => type === 'KPI'

  // What happened during the period is told as it is known now.
  await run(
    at,
    placedAs('DURING').map(({ id, piece }) => ({
      id,
      run: async (tx) => {
        const now = asking(tx, lastDay, { compared: isFigure(piece) })
        return rowsAnswer(now, piece, await prepareRows(now, askOf(piece), teller.sources.figures))
      },
    })),
  )
  const end = momentOf(days.to)
  await run(
    end,
    placedAs('END', isRows).map(({ id, piece }) => ({
      id,
      run: async (tx) => {
        const day = dayOf(end, days.to)
        return rowsAnswer(asking(tx, day), piece, await rowsOf(tx, piece, day))
      },
    })),
  )
  const then = new Map<string, number | null>()
  await run(
    momentOf(before.to),
    placedAs('END', (piece) => isRows(piece) && isFigure(piece)).map(({ id, piece }) => ({
      id: `${id} before`,
      run: async (tx) => {
        const day = dayOf(momentOf(before.to), before.to)
        then.set(id, (await askFigure(asking(tx, day), await rowsOf(tx, piece, day))).value)
        return null
      },
    })),
  )
  const courses = placedAs('COURSE')
  const steps = courses.length === 0 ? [] : stepsOf(stepFor(days), days).slice(-mostSteps)
  const points = new Map<string, SeriesAnswer['points']>()
  for (const { to } of steps) {
    const moment = momentOf(to)
    await run(
      moment,
      courses.map(({ id, piece }) => ({
        id: `${id} at ${to}`,
        run: async (tx) => {
          const day = dayOf(moment, to)
          const values: (number | null)[] = []
          for (const { figure } of piece.lines ?? []) {
            const counted = { ...piece, ask: { ...piece.ask, figure: `${entityOfSource(piece.ask.source)}.${figure}` } }
            values.push((await askFigure(asking(tx, day), await rowsOf(tx, counted, day))).value)
          }
          points.set(id, [...(points.get(id) ?? []), { day: to, values, opens: null }])
          return null
        },
      })),
    )
  }
  // What an area tells by itself reads by the moment that it is given; each in a transaction of its own.
  for (const { id, piece } of placed.filter((one) => !isRows(one.piece))) {
    const source = teller.sources.declared.find(({ name }) => name === piece.ask.source)
    if (!source) continue
    const moment = piece.when === 'END' ? momentOf(days.to) : at
    const ask = (tx: Tx, of: Date | null, day: string) => askSource(source, asking(tx, dayOf(of, day), { moment: of }), askOf(piece))
    await run(null, [
      {
        id,
        past: moment !== null,
        run: async (tx) => {
          const answer = await ask(tx, moment, piece.when === 'END' ? days.to : lastDay)
          // An objective that nobody asks for is not drawn.
          return answer.kind === 'series' && piece.more?.target === undefined ? { ...answer, target: null } : answer
        },
      },
    ])
    if (piece.when === 'END' && isFigure(piece))
      await run(null, [
        {
          id: `${id} before`,
          run: async (tx) => {
            const answer = await ask(tx, momentOf(before.to), before.to)
            if (answer.kind === 'figure') then.set(id, answer.value)
            return null
          },
        },
      ])
  }

  const asOf = end !== null && days.to < lastDay ? days.to : null
  for (const { id, piece } of placed) {
    if (told.has(id)) continue
    const course = points.get(id) ?? []
    const answer = piece.when !== 'COURSE' ? (answers.get(id) ?? null) : course.length < steps.length ? null : courseAnswer(piece, course, who.lang)
    told.set(id, {
      id,
      answer: answer?.kind === 'figure' ? figureOf(answer, piece, then.get(id)) : answer,
      error: answer === null ? 'reporting.errors.not_loaded' : null,
      as_of: piece.when === 'END' ? asOf : null,
    })
  }
  return told
}

const figureOf = (answer: FigureAnswer, { rises }: Piece, before: number | null | undefined): FigureAnswer => ({
  ...answer,
  before: before ?? answer.before,
  rises: rises ?? answer.rises,
})

const courseAnswer = ({ lines = [] }: Piece, points: SeriesAnswer['points'], lang: Language): SeriesAnswer => ({
  kind: 'series',
  unit: null,
  series: lines.map(({ figure, title, tint }) => ({ key: figure, label: inLanguage(title, lang), tint })),
  points: points.toSorted((a, b) => a.day.localeCompare(b.day)),
  target: null,
  rises: null,
  opens: null,
})

export const inLanguage = (title: Titles, lang: Language): string => title[lang === 'fr' ? 1 : 0]

function rowsAnswer(asking: Asking, { type }: Piece, rows: Awaited<ReturnType<typeof prepareRows>>): Promise<Answer> {
  if (type === 'KPI') return askFigure(asking, rows)
  if (type === 'TABLE' || type === 'TOP') return rows.ask.by === undefined ? askList(asking, rows, mostRows) : askGroups(asking, rows)
  return rows.ask.by === undefined && rows.ask.over !== undefined ? askSeries(asking, rows) : askGroups(asking, rows)
}
