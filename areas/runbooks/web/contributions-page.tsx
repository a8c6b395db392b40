import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { contributions } from '#areas/runbooks/contract/calls.ts'
import { occurrenceFigures } from '#areas/runbooks/contract/figures.ts'
import { occurrenceStatuses } from '#areas/runbooks/contract/occurrence.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import { filtersOf, rowsOf } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import figures from '#kit/web/ui/figures.module.css'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Page as Sheet, PageToolbar } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { InCharge } from '#kit/web/work/responsible.tsx'
import css from './contributions.module.css'

type ContributionRows = AnswerOf<typeof contributions>['object']
type Contribution = ContributionRows['rows'][number]
type By = 'runbook' | 'person'

/** Days up to today that may be looked at. */
const spans = ['30', '90', '365'] as const

/** What was due in all runbooks, done and late, by runbook and person (RUN-11). */
export function Page() {
  const t = useWords('runbooks')
  const [by, setBy] = useState<By>('runbook')
  const [days, setDays] = useState<(typeof spans)[number]>('90')
  const { data, error, refetch } = useQuery({
    queryKey: ['runbook', 'contribution', days],
    queryFn: ({ signal }) => api.call<typeof contributions>('GET /runbook/contribution', { query: { days }, signal }),
    select: ({ object }) => object,
  })
  return (
    <Sheet>
      <PageToolbar>
        <Segmented
          label={t('contributions.by')}
          value={by}
          onChange={setBy}
          options={(['runbook', 'person'] as const).map((value) => ({ value, label: t(`contributions.by_${value}`) }))}
        />
        <Segmented
          label={t('contributions.over')}
          value={days}
          onChange={setDays}
          options={spans.map((value) => ({ value, label: value === '365' ? t('contributions.year') : t('contributions.days', { count: Number(value) }) }))}
        />
      </PageToolbar>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Contributions contributions={data} by={by} />
      ) : (
        <SkeletonRows count={16} />
      )}
    </Sheet>
  )
}

interface Group {
  readonly key: string
  readonly rows: readonly Contribution[]
}

const personKey = ({ manager, group }: Contribution) => (manager ? `m${manager.id}` : group ? `g${group.id}` : '')
const personName = ({ manager, group }: Contribution) => (manager ?? group)?.name ?? ''

/** By runbook as they come; by person with those nobody has last. */
function groupsOf(rows: readonly Contribution[], by: By): Group[] {
  const groups = new Map<string, Contribution[]>()
  const ordered =
    by === 'runbook'
      ? rows
      : rows.toSorted((one, other) => Number(!personKey(one)) - Number(!personKey(other)) || personName(one).localeCompare(personName(other)))
  for (const row of ordered) {
    const key = by === 'runbook' ? String(row.runbook.id) : personKey(row)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].map(([key, members]) => ({ key, rows: members }))
}

function Contributions({ contributions: { from, to, rows }, by }: { readonly contributions: ContributionRows; readonly by: By }) {
  const t = useWords('runbooks')
  const format = useFormat()
  if (rows.length === 0) return <EmptyState title={t('contributions.empty')} text={t('contributions.empty_text')} />
  const within: Filter = { name: 'due_date', selected_options: [{ from, to }] }
  return (
    <div className={figures.scroll} tabIndex={0} role="region" aria-label={t('contributions.title')}>
      <table className={figures.load}>
        <caption>
          <span>{t('contributions.caption', { from: format.date(from), to: format.date(to) })}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t(`contributions.by_${by}`)}</th>
            <th scope="col">{t('contributions.due')}</th>
            <th scope="col">{t('contributions.done')}</th>
            <th scope="col">{t('contributions.late')}</th>
            <th scope="col">{t('contributions.rate')}</th>
          </tr>
        </thead>
        {groupsOf(rows, by).map(({ key, rows: members }) => (
          <tbody key={key}>
            <Line rows={members} filters={[within, by === 'runbook' ? ofRunbook(members[0]) : ofPerson(members[0])].flat()} of={by} head />
            {members.map((row) => (
              <Line
                key={by === 'runbook' ? personKey(row) : row.runbook.id}
                rows={[row]}
                filters={[within, ofRunbook(row), ofPerson(row)].flat()}
                of={by === 'runbook' ? 'person' : 'runbook'}
              />
            ))}
          </tbody>
        ))}
        <tfoot>
          <Line rows={rows} filters={[within]} head />
        </tfoot>
      </table>
    </div>
  )
}

const ofRunbook = (row: Contribution | undefined): Filter[] => (row ? [{ name: 'runbook', selected_options: [row.runbook.id] }] : [])
const ofPerson = (row: Contribution | undefined): Filter[] => [
  { name: 'manager', selected_options: [row?.manager?.id ?? null] },
  ...(row?.manager ? [] : [{ name: 'group', selected_options: [row?.group?.id ?? null] }]),
]

/** The rows of each figure. */
const counted: Readonly<Record<'due' | 'done' | 'late', readonly Filter[]>> = {
  due: [{ name: 'status', selected_options: occurrenceStatuses.filter((status) => status !== 'NA') }],
  done: [{ name: 'status', selected_options: ['DONE', 'DONE_OK', 'DONE_KO'] }],
  late: filtersOf(occurrenceFigures.late),
}

interface LineProps {
  readonly rows: readonly Contribution[]
  readonly filters: readonly Filter[]
  /** What the line is named after; of nothing, all of it. */
  readonly of?: By
  readonly head?: boolean
}

function Line({ rows, filters, of, head = false }: LineProps) {
  const t = useWords('runbooks')
  const [row] = rows
  const sum = (name: keyof typeof counted) => rows.reduce((all, one) => all + one[name], 0)
  const name = of === 'runbook' ? (row?.runbook.name ?? '') : of === 'person' ? (row && personName(row)) || t('contributions.nobody') : t('contributions.total')
  const figure = (what: keyof typeof counted) => (
    <td data-late={(what === 'late' && sum(what) > 0) || undefined}>
      <CountLink
        count={sum(what)}
        to={rowsOf('occurrence', [...filters, ...counted[what]])}
        label={t('contributions.figure', { what: t(`contributions.${what}`), whose: name })}
      />
    </td>
  )
  return (
    <tr className={head ? css.head : css.part}>
      <th scope="row">{of === 'person' && row && personKey(row) ? <Person row={row} /> : name}</th>
      {figure('due')}
      {figure('done')}
      {figure('late')}
      <td>{sum('due') === 0 ? '' : <Progress value={Math.round((100 * sum('done')) / sum('due'))} />}</td>
    </tr>
  )
}

function Person({ row: { manager, group } }: { readonly row: Contribution }) {
  return manager ? (
    <InCharge person={{ ...manager, name: manager.name ?? '' }} />
  ) : (
    <InCharge person={null} group={group && { ...group, name: group.name ?? '' }} />
  )
}
