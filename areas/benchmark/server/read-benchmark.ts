import { sql } from 'kysely'
import { dayAfter } from '#kit/contract/day-after.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import { shownScore } from '#kit/contract/shown-score.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { frameworksOf } from '#areas/policies/server/index.ts'
import { namesOfProperties } from '#areas/tenancy/server/index.ts'
import {
  chaptersAt,
  highest,
  Labels,
  outcomeAt,
  policiesAt,
  publishedPolicies,
  scoreCacheOf,
  visibleTo,
  type Chapter,
  type Place,
  type ScoreResult,
} from '#areas/scores/server/index.ts'
import { ownComparison, type OwnComparison } from '#areas/tenancy/server/index.ts'
import type { Benchmark, Compared, ComparedPolicy } from '#areas/benchmark/contract/calls.ts'
import { levels, peersOf, positionOf, type Band, type Level, type Profile } from '#areas/benchmark/contract/levels.ts'
import { dueQuarter, nextReleaseDay } from '#areas/benchmark/contract/quarter.ts'
import { themesById } from './contribute.ts'

/** The scores of an organisation as they were published by a day, at most a month before. */
export const publishedFor = (api: Api, tx: Tx) => async (until: string) => {
  const cache = scoreCacheOf(api)
  const result = await cache.published(tx, until, await cache.read(tx))
  return result && dayAfter(result.facts.day, 31) > until ? result : null
}

interface Release {
  readonly quarter: string
  readonly as_of: string
  readonly published_at: Date
}

interface StoredCell {
  readonly quarter: string
  readonly framework: string
  readonly theme: string
  readonly peers: string
  readonly band: Band
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** How many releases the course shows. */
const shownReleases = 8

/** How the reader's part of the organisation stands in the last release; `published` reads the scores of a day gone by. */
export async function readBenchmarkOf(tx: Tx, level: Level, published: (until: string) => Promise<ScoreResult | null>): Promise<Benchmark> {
  const releases = await tx.run(sql<Release>`select quarter, as_of, published_at from benchmark_release order by quarter desc limit ${shownReleases}`)
  const own = await ownComparison(tx)
  const [last] = releases
  const brought = last && (await profileIn(tx, last.quarter))
  const profile = brought ?? profileOf(own)
  const head = {
    release: last ? { quarter: last.quarter, as_of: last.as_of, published_on: dayIn(last.published_at, tx.who.timeZone) } : null,
    next_on: nextOn(tx.today, last),
    participates: !own.out,
    profile: profile && (await named(tx, profile)),
    level,
    perimeter: null,
    rows: [],
  }
  const state = stateOf(last, own, brought !== undefined, profile)
  if (state !== 'OPEN' || !last || !profile) return { ...head, state }
  const result = await published(last.as_of)
  const perimeter = result ? highest(result.index, visibleTo(tx.who)) : undefined
  if (!result || perimeter === undefined) return { ...head, state }
  return { ...head, state, ...(await rowsOf(tx, result, perimeter, profile, level, releases)) }
}

/** With what its values are called; one that was removed since keeps its identifier. */
async function named(tx: Tx, profile: Profile): Promise<NonNullable<Benchmark['profile']>> {
  const { branch, sector, country } = profile
  const names = await namesOfProperties(tx, [branch, sector, country])
  const of = (identifier: string) => names.get(identifier) ?? identifier
  return { branch, sector, country, names: { branch: of(branch), sector: of(sector), country: of(country) } }
}

/** What the organisation brought to a release says by what it was compared there. */
async function profileIn(tx: Tx, quarter: string): Promise<Profile | undefined> {
  return tx.first(
    sql<Profile>`select sector_low as branch, sector_high as sector, country from benchmark_entry where customer_id = ${tx.customerId} and quarter = ${quarter} limit 1`,
  )
}

const profileOf = ({ branch, sector, country }: OwnComparison): Profile | null => (branch && sector && country ? { branch, sector, country } : null)

function stateOf(last: Release | undefined, { out, changed_at: changed }: OwnComparison, brought: boolean, profile: Profile | null): Benchmark['state'] {
  const since = last !== undefined && changed !== null && changed < last.published_at
  if (out && (since || !brought)) return 'OUT'
  if (last === undefined) return profile === null ? 'UNKNOWN' : 'NOT_RELEASED'
  if (!out && changed !== null && !since && !brought) return 'BACK'
  return profile === null ? 'UNKNOWN' : 'OPEN'
}

/** The day of the next release: the coming night, as long as that of this quarter is still to be made. */
function nextOn(today: string, last: Release | undefined): string {
  const tomorrow = dayAfter(today, 1)
  const due = dueQuarter(tomorrow)
  return due !== null && last?.quarter !== due ? tomorrow : nextReleaseDay(today)
}

/** A policy of the reader's place, with what divides it. */
interface Counted {
  readonly id: number
  readonly framework: string | null
  readonly score: number | null
  readonly unmapped: number
  readonly chapters: readonly Chapter[]
}

async function rowsOf(
  tx: Tx,
  result: ScoreResult,
  perimeter: number,
  profile: Profile,
  level: Level,
  releases: readonly Release[],
): Promise<Pick<Benchmark, 'perimeter' | 'rows'>> {
  const place: Place = { kind: 'CONSOLIDATED', perimeter_id: perimeter }
  const frameworks = new Map(
    (await tx.run(sql<{ id: number; framework: string | null }>`select f.id, f.framework from ${frameworksOf(tx.customerId)} f`)).map(({ id, framework }) => [
      id,
      framework,
    ]),
  )
  const policies = [...policiesAt(result, place)].map((id): Counted => {
    const outcome = outcomeAt(result, place, { policy_id: id })
    return {
      id,
      framework: frameworks.get(id) ?? null,
      score: shownScore(outcome.eased?.performance ?? null),
      unmapped: outcome.counts.unmapped,
      chapters: chaptersAt(result, place, id),
    }
  })
  const labels = new Labels()
  labels.want('perimeter', perimeter)
  for (const { id, chapters } of policies) {
    labels.want('policy', id)
    for (const { lineage } of chapters) labels.want('lineage', lineage)
  }
  await labels.load(tx)
  const themes = await themesById(
    tx,
    policies.flatMap(({ chapters }) => chapters.map(({ group }) => group)),
  )
  const cells = await cellsOf(tx, policies, profile, releases)
  const own = await publishedPolicies(
    tx,
    releases.map(({ as_of }) => as_of),
    perimeter,
  )
  const quarter = releases[0]?.quarter ?? ''
  const named = new Map(
    labels
      .open(
        'policy',
        policies.map(({ id }) => id),
      )
      .map((label) => [label.id, label]),
  )
  const rows = policies.flatMap(({ id, framework, score, unmapped, chapters }): ComparedPolicy[] => {
    const policy = named.get(id)
    if (!policy) return []
    const told = (theme: string, mine: number | null) => comparedWith(mine, narrowest(cells, { quarter, framework, theme }, profile, level))
    const whole = told('', score)
    return [
      {
        policy,
        own: framework === null,
        ...whole,
        unmapped,
        themes: inOrder(chapters, labels).map(({ group, lineage, score: mine }) => {
          const theme = themes.get(group)
          const name = labels.get('lineage', lineage)?.name ?? ''
          return { lineage, name, ...(theme === undefined ? comparedWith(shownScore(mine), null) : told(theme, shownScore(mine))) }
        }),
        course: releases
          .map((release, at) => {
            const cell = whole.peers && cells.get(keyOf({ quarter: release.quarter, framework, theme: '', peers: peersOf(whole.peers.level, profile) }))
            return {
              quarter: release.quarter,
              as_of: release.as_of,
              score: shownScore(own[at]?.get(id) ?? null),
              lower: cell?.lower ?? null,
              median: cell?.median ?? null,
              upper: cell?.upper ?? null,
            }
          })
          .toReversed(),
      },
    ]
  })
  return { perimeter: labels.get('perimeter', perimeter), rows: rows.toSorted((a, b) => a.policy.name.localeCompare(b.policy.name, tx.who.lang)) }
}

/** As they stand in the text. */
const inOrder = (chapters: readonly Chapter[], labels: Labels) =>
  chapters.toSorted((a, b) => labels.placeOf(a.lineage) - labels.placeOf(b.lineage) || b.lineage - a.lineage)

const keyOf = ({ quarter, framework, theme, peers }: Pick<StoredCell, 'quarter' | 'theme' | 'peers'> & { readonly framework: string | null }) =>
  JSON.stringify([quarter, framework, theme, peers])

type Cells = ReadonlyMap<string, StoredCell>

/** What the releases tell of some policies in the groups of an organisation: of its themes the last one alone. */
async function cellsOf(tx: Tx, policies: readonly Counted[], profile: Profile, releases: readonly Release[]): Promise<Cells> {
  const frameworks = policies.flatMap(({ framework }) => framework ?? [])
  const rows = await tx.run(sql<StoredCell>`select quarter, framework, theme, peers, band, lower, median, upper from benchmark_cell
    where quarter = any(${releases.map(({ quarter }) => quarter)}::text[]) and framework = any(${frameworks}::text[]) and peers = any(${levels.map((each) => peersOf(each, profile))}::text[])
      and (theme = '' or quarter = ${releases[0]?.quarter ?? ''})`)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** The narrowest group from a level on of which something is told. */
function narrowest(
  cells: Cells,
  asked: Pick<StoredCell, 'quarter' | 'theme'> & { readonly framework: string | null },
  profile: Profile,
  from: Level,
): Compared['peers'] {
  for (const level of levels.slice(levels.indexOf(from))) {
    const cell = cells.get(keyOf({ ...asked, peers: peersOf(level, profile) }))
    if (cell) return { level, band: cell.band, lower: cell.lower, median: cell.median, upper: cell.upper }
  }
  return null
}

/** The own score is compared here and nowhere kept. */
const comparedWith = (score: number | null, peers: Compared['peers']): Compared => ({
  score,
  peers,
  gap: score === null || !peers ? null : score - peers.median,
  position: score === null || !peers ? null : positionOf(score, peers),
})
