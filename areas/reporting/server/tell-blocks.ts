import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, badParameters, notFound } from '#kit/contract/errors.ts'
import type { Figure } from '#kit/contract/figure.ts'
import { mostBars, mostRows, topRows, type Answer, type SpanName } from '#kit/contract/source.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Who } from '#kit/server/access/who.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { askList } from '#kit/server/sources/rows-list.ts'
import { askGroups, askSeries, askTopGroups } from '#kit/server/sources/rows-groups.ts'
import { askFigure, entityOfSource, prepareRows } from '#kit/server/sources/rows-source.ts'
import { askSource, type Asking, type Source } from '#kit/server/sources/source.ts'
import { daysOf } from '#kit/server/sources/span.ts'
import type { ToldBlock } from '#areas/reporting/contract/calls.ts'
import type { Block } from '#areas/reporting/contract/layout.ts'

/** What dashboards may ask of the product. */
export interface Sources {
  readonly declared: readonly Source[]
  readonly figures: readonly Figure[]
}

/** For whom, where and of when blocks are told. */
export interface Telling {
  readonly api: Api
  readonly resources: Resources
  readonly sources: Sources
  readonly perimeter: number | null
  readonly period: SpanName
  /** As it was then; absent: now. */
  readonly moment?: Date
  /** On how many connections at a time; one unless somebody waits for it. */
  readonly lanes?: number
  /** What is told is kept for others who reach as much. */
  readonly kept?: true
}

/** Connections that somebody who waits for blocks is given. */
export const lanesOfRequests = 2
/** Fewer blocks than these are not worth a second connection. */
const fewBlocks = 4

/** Runs work in a transaction as the same reader: one that a block broke is over, and the next begins another. */
export type Reading = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Answers by all that they follow from: what has been written since is part of it. */
const known = new Remembered<Answer>(2000)

/**
 * Which part of an organisation somebody is told, by all that says what they may read: what was frozen for it is theirs for as long as that is so. Its global pilots are told all of it;
 * everybody else has a part of their own, since what is confidential is told to those whom it concerns.
 */
export function reachOf({ roles, memberId, groupIds, perimeterIds, tagIds }: Pick<Who, 'roles' | 'memberId' | 'groupIds' | 'perimeterIds' | 'tagIds'>): string {
  const held = roles.toSorted().join('+')
  if (roles.includes('global_pilote')) return `all:${held}`
  const places = [groupIds, perimeterIds, tagIds].map((ids) => ids.toSorted((a, b) => a - b))
  return `member:${memberId ?? 0}:${createHash('sha256')
    .update(JSON.stringify([held, places]))
    .digest('base64url')}`
}

/** What global auditors are told who are nobody in particular: nothing confidential is in it, so all of them may share it. */
export const auditorsPart = 'auditors'

/** The parts that somebody may be shown, their own before what they share. */
export const partsOf = (who: Who): readonly string[] => [reachOf(who), ...(who.roles.length === 1 && who.roles[0] === 'global_auditor' ? [auditorsPart] : [])]

/** Tells each block by itself: one that fails keeps its place and says why, the others are told. */
export async function tellBlocks(read: Reading, telling: Telling, blocks: readonly Block[], onTold?: (done: number) => Promise<void>): Promise<ToldBlock[]> {
  const told = new Map<string, ToldBlock>()
  const left = [...blocks]
  const lane = async () => {
    while (left.length > 0) {
      let at: Block | undefined
      try {
        await read(async (tx) => {
          const stamp = telling.moment ? null : await stampOf(tx)
          // A transaction that is done once more goes on with the block that it was at.
          at = at && !told.has(at.id) ? at : left.shift()
          for (; at; at = left.shift()) {
            told.set(at.id, await tellOne(tx, telling, at, stamp))
            await onTold?.(told.size)
            // What was is read in a transaction of its own by each.
            if (telling.moment) break
          }
        })
      } catch (error) {
        // What is not one block's own affair, such as a database that is gone, is everybody's.
        if (!at || told.has(at.id) || isEverybodys(error)) throw error
        told.set(at.id, { id: at.id, answer: null, error: 'reporting.errors.not_loaded' })
      }
    }
  }
  // None waits for another while it holds a connection.
  await Promise.all(Array.from({ length: blocks.length < fewBlocks ? 1 : (telling.lanes ?? 1) }, lane))
  return blocks.flatMap(({ id }) => told.get(id) ?? [])
}

/** Whether a failure is nobody's own affair, such as a database that is gone. */
export const isEverybodys = (error: unknown) => error instanceof AppError && ['UNAUTHENTICATED', 'BUSY', 'UNAVAILABLE'].includes(error.status)

/** Milliseconds for which an answer holds although nothing is written: what is told by the hour goes on. */
const holdsFor = 60_000

/** How far the organisation's log has come, and the time: every write of what people see is in it. */
export async function stampOf(tx: Tx): Promise<string> {
  const row = await tx.first(sql<{ seq: number }>`select seq from audit_head where customer_id = ${tx.customerId}`)
  return `${tx.customerId} ${row?.seq ?? 0} ${tx.today} ${Math.floor(tx.now.getTime() / holdsFor)}`
}

async function tellOne(tx: Tx, telling: Telling, block: Block, stamp: string | null): Promise<ToldBlock> {
  if (block.type === 'TEXT') return { id: block.id, answer: null, error: null }
  const { who } = tx
  const holds = stamp !== null && telling.sources.declared.find(({ name }) => name === block.ask?.source)?.unlogged !== true
  const whose = isPersonal(telling.sources, block) ? `${reachOf(who)} ${who.memberId}` : reachOf(who)
  const key = !holds ? null : `${stamp} ${whose} ${who.lang} ${telling.perimeter} ${telling.period} ${askedOf(block)}`
  try {
    const answer = (key === null ? undefined : known.get(key)) ?? (await answerOf(tx, telling, block))
    if (key !== null) known.keep(key, answer)
    return { id: block.id, answer, error: null }
  } catch (error) {
    // Of what is asked in vain nothing was sent to the database yet.
    if (error instanceof AppError && !isEverybodys(error)) return { id: block.id, answer: null, error: refusalOf(error) }
    throw error
  }
}

/** Whether a block tells of its reader in person, which no other reader is told. */
const isPersonal = ({ declared }: Sources, { ask }: Block) => declared.some(({ name, personal }) => personal === true && name === ask?.source)

const askedOf = ({ type, ask, span, step, target, compared }: Block) => JSON.stringify([type, ask, span, step, target, compared])

/** What is not there for the reader is told in no other way than what is not theirs. */
export const refusalOf = ({ status: code, key }: AppError): string =>
  key.startsWith('kit.sources.')
    ? key
    : code === 'NOT_FOUND' || code === 'FORBIDDEN'
      ? 'reporting.errors.out_of_scope'
      : code === 'BAD_PARAMETERS'
        ? 'reporting.errors.setting_missing'
        : 'reporting.errors.not_loaded'

async function answerOf(tx: Tx, { api, resources, sources, perimeter, period, moment, kept }: Telling, block: Block): Promise<Answer> {
  const { ask } = block
  if (ask === null) throw badParameters({ source: [{ key: 'kit.errors.invalid_value' }] })
  const { translate } = api.ports
  const { who } = tx
  const today = moment ? dayIn(moment, who.timeZone) : tx.today
  const asking: Asking = {
    api,
    tx,
    resources,
    lang: who.lang,
    say: (key, values) => translate({ key, ...(values && { values }) }, who.lang),
    today,
    moment: moment ?? null,
    days: daysOf(block.span ?? period, today),
    step: block.step,
    perimeter,
    compared: block.compared,
  }
  const fixed = block.target?.kind === 'FIXED' ? block.target.value : null
  const withTarget = (answer: Answer): Answer => (fixed === null || !('target' in answer) ? answer : { ...answer, target: fixed })
  if (entityOfSource(ask.source) === undefined) {
    const source = sources.declared.find(({ name }) => name === ask.source)
    if (!source) throw notFound()
    authorize(who, source.right)
    if (source.personal && kept) throw new AppError('CONFLICT', 'kit.sources.personal')
    const answer = withTarget(await askSource(source, asking, ask))
    // An objective that nobody asks for is not drawn.
    return block.target === null && 'target' in answer && block.type !== 'GAUGE' && block.type !== 'POLICY_SCORE' && block.type !== 'KPI'
      ? { ...answer, target: null }
      : answer
  }
  const rows = await prepareRows(asking, ask, sources.figures)
  switch (block.type) {
    case 'KPI':
    case 'GAUGE':
      return withTarget(await askFigure(asking, rows))
    case 'LINE':
      return withTarget(await askSeries(asking, rows))
    case 'BAR':
      return ask.by === undefined && ask.over !== undefined ? withTarget(await askSeries(asking, rows)) : askGroups(asking, rows, mostBars)
    case 'PIE':
    case 'RADAR':
      return askGroups(asking, rows, mostBars)
    case 'TABLE':
      return ask.by === undefined ? askList(asking, rows, mostRows) : askGroups(asking, rows)
    case 'TOP':
      return ask.by === undefined ? askList(asking, rows, topRows) : askTopGroups(asking, rows)
    default:
      throw badParameters({ source: [{ key: 'kit.errors.invalid_value' }] })
  }
}

/** Reasons of blocks that were not told, in the reader's words. */
export const named = <B extends ToldBlock>(api: Api, blocks: readonly B[], { lang }: Pick<Who, 'lang'>): B[] =>
  blocks.map((block) => (block.error === null ? block : { ...block, error: api.ports.translate(block.error, lang) }))
