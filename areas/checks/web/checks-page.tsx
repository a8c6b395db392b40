import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowRight, ChevronRight, CircleCheck, CircleX, Circle, RefreshCw, Wrench } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CheckLine, Checks } from '#areas/checks/contract/calls.ts'
import { checkSubjects } from '#kit/contract/check.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Sparkline } from '#kit/web/ui/marks.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { listOf, useChecks } from './checks-api.ts'
import css from './checks.module.css'

const CheckPanel = lazy(async () => ({ default: (await import('./check-panel.tsx')).CheckPanel }))

const shows = ['all', 'mend', 'accepted'] as const
type Show = (typeof shows)[number]
/** So many of the checks that find nothing are named while they are folded. */
const namedAtMost = 4

const nameOf = ({ entity, word }: CheckLine) => `${entity}.${word}`
const isShown = ({ found, accepted }: CheckLine, show: Show) => (show === 'mend' ? found > 0 : show === 'accepted' ? accepted > 0 : true)
const sumOf = (lines: readonly CheckLine[], value: (line: CheckLine) => number) => lines.reduce((sum, line) => sum + value(line), 0)
const foundIn = (lines: readonly CheckLine[]) => sumOf(lines, ({ found }) => found)

/** How many more there are than eight weeks ago; nothing where nobody counted then. */
const changeOf = ({ found, trend }: CheckLine): number | null => {
  const first = trend?.[0] ?? null
  return first === null ? null : found - first
}

/** Everything that should not be so, by what it is about: how much, how it goes, and what mends it (visual-registers). */
export function Page() {
  const t = useWords('checks')
  const format = useFormat()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { readonly show?: unknown; readonly check?: unknown }
  const show = shows.find((one) => one === search.show) ?? 'all'
  const { data, error, refetch, isFetching } = useChecks()
  const lines = data?.lines ?? []
  const open = lines.find((line) => nameOf(line) === search.check)
  const change = (next: object) => void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true } as never)
  const urgent = lines.filter((line) => line.urgent && line.found > 0)
  const shown = lines.filter((line) => isShown(line, show))
  const listed = shown.filter(({ found, accepted }) => found > 0 || accepted > 0)
  const clean = shown.filter(({ found, accepted }) => found === 0 && accepted === 0)
  return (
    <Sheet>
      <div className={css.split}>
        <div className={css.page}>
          <div className={css.toolbar}>
            <Segmented
              label={t('show')}
              value={show}
              onChange={(next) => change({ show: next === 'all' ? undefined : next })}
              options={[
                { value: 'all', label: t('all', { count: String(lines.length) }) },
                { value: 'mend', label: t('to_mend', { count: lines.filter((line) => isShown(line, 'mend')).length.toString() }) },
                { value: 'accepted', label: t('with_accepted', { count: lines.filter((line) => isShown(line, 'accepted')).length.toString() }) },
              ]}
            />
            <span className={css.space} />
            {data ? <span className={css.mute}>{t('now', { date: format.date(data.day) })}</span> : null}
            <Button icon={<RefreshCw size={14} />} loading={isFetching && data !== undefined} onClick={() => void refetch()}>
              {t('refresh')}
            </Button>
            {urgent[0] ? (
              <Button variant="primary" icon={<Wrench size={14} />} onClick={() => change({ check: urgent[0] && nameOf(urgent[0]) })}>
                {t('urgent_button', { count: foundIn(urgent) })}
              </Button>
            ) : null}
          </div>
          {data ? <Totals lines={lines} urgent={foundIn(urgent)} /> : null}
          {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
          {data ? (
            <div className={css.scroll}>
              {listed.length > 0 ? (
                <Table data={data} lines={listed} open={open} onOpen={(line) => change({ check: nameOf(line) })} />
              ) : show === 'all' ? (
                <EmptyState title={t('all_fine')} text={t('all_fine_text')} />
              ) : (
                <EmptyState title={t('none_shown')} text={t('none_shown_text')} />
              )}
              {clean.length > 0 ? <Clean lines={clean} /> : null}
            </div>
          ) : error ? null : (
            <SkeletonRows count={14} />
          )}
        </div>
        {data && open ? (
          <Suspense>
            <CheckPanel
              key={nameOf(open)}
              line={open}
              lines={listed.includes(open) ? listed : [open]}
              mayAccept={data.may_accept}
              onOpen={(line) => change({ check: line && nameOf(line) })}
            />
          </Suspense>
        ) : null}
      </div>
    </Sheet>
  )
}

function Totals({ lines, urgent }: { readonly lines: readonly CheckLine[]; readonly urgent: number }) {
  const t = useWords('checks')
  const format = useFormat()
  const found = foundIn(lines)
  const accepted = sumOf(lines, (line) => line.accepted)
  const until = lines.flatMap((line) => line.until ?? []).toSorted()[0]
  const changes = lines.flatMap((line) => changeOf(line) ?? [])
  const change = changes.reduce((sum, one) => sum + one, 0)
  const besides = t('totals.accepted', { count: accepted })
  return (
    <ul className={css.totals}>
      <li>
        <b>{format.number(found)}</b> {t('totals.found', { count: found })}
      </li>
      <li>
        <b>{format.number(urgent)}</b> {t('totals.urgent', { count: urgent })}
      </li>
      <li>
        <b>{format.number(accepted)}</b> {until ? t('totals.until', { text: besides, date: format.date(until) }) : besides}
      </li>
      {changes.length > 0 ? (
        <li>
          <b>{signed(change, format.number(Math.abs(change)))}</b> {t('totals.change')}
        </li>
      ) : null}
    </ul>
  )
}

const signed = (change: number, text: string) => (change > 0 ? `+${text}` : change < 0 ? `−${text}` : '=')

interface TableProps {
  readonly data: Checks
  readonly lines: readonly CheckLine[]
  readonly open: CheckLine | undefined
  readonly onOpen: (line: CheckLine) => void
}

function Table({ data, lines, open, onOpen }: TableProps) {
  const t = useWords('checks')
  return (
    <table className={css.table} aria-label={t('pages.checks')}>
      <thead>
        <tr>
          <th scope="col">{t('columns.check')}</th>
          <th scope="col" className={css.number}>
            {t('columns.found')}
          </th>
          <th scope="col" className={css.weeks}>
            {t('columns.weeks')}
          </th>
          <th scope="col" className={css.places}>
            {t('columns.places')}
          </th>
          <th scope="col" className={css.accepted}>
            {t('columns.accepted')}
          </th>
          <th scope="col" className={css.mend}>
            {t('columns.mend')}
          </th>
        </tr>
      </thead>
      {checkSubjects.map((subject) => {
        const own = lines.filter((line) => line.subject === subject)
        if (own.length === 0) return null
        return (
          <tbody key={subject}>
            <tr className={css.group}>
              <th scope="rowgroup" colSpan={6}>
                <b>{t(`subjects.${subject}`)}</b> {t('group', { checks: own.length, found: foundIn(own) })}
              </th>
            </tr>
            {own.map((line) => (
              <Line key={nameOf(line)} line={line} isOpen={line === open} mayAccept={data.may_accept} onOpen={() => onOpen(line)} />
            ))}
          </tbody>
        )
      })}
    </table>
  )
}

interface LineProps {
  readonly line: CheckLine
  readonly isOpen: boolean
  readonly mayAccept: boolean
  readonly onOpen: () => void
}

function Line({ line, isOpen, mayAccept, onOpen }: LineProps) {
  const t = useWords('checks')
  const format = useFormat()
  const { title, urgent, found, accepted, until, places, mend } = line
  const to = listOf(line)
  return (
    <tr className={css.line} data-open={isOpen || undefined} onClick={onOpen}>
      <th scope="row">
        <span className={css.name}>
          <Sign urgent={urgent} found={found} />
          <button
            type="button"
            aria-expanded={isOpen}
            title={title}
            onClick={(event) => {
              event.stopPropagation()
              onOpen()
            }}
          >
            {title}
          </button>
        </span>
      </th>
      <td className={css.number}>
        <b>{format.number(found)}</b>
      </td>
      <td className={css.weeks}>
        <Weeks line={line} />
      </td>
      <td className={css.places} title={placesText(places, format.number)}>
        {placesText(places, format.number)}
      </td>
      <td className={css.accepted}>
        {accepted > 0 && until ? (
          t('until', { count: format.number(accepted), date: format.date(until) })
        ) : mayAccept && found > 0 ? (
          <button type="button" className={css.accept} aria-label={`${t('accept')} ${title}`} onClick={onOpen}>
            {t('accept')}
          </button>
        ) : null}
      </td>
      <td className={css.mend}>
        {to && found > 0 ? (
          <Link to={to} onClick={(event) => event.stopPropagation()} aria-label={`${mayAccept ? mend : t('panel.open_list')}: ${title}`}>
            {mayAccept ? mend : t('panel.open_list')} <ArrowRight size={13} aria-hidden />
          </Link>
        ) : null}
      </td>
    </tr>
  )
}

const placesText = (places: CheckLine['places'], number: (value: number) => string) =>
  places.map(({ name, count }) => `${name ?? ''} ${number(count)}`).join(', ')

/** Urgent, to mend or fine: a shape for each, and its word. */
function Sign({ urgent, found }: Pick<CheckLine, 'urgent' | 'found'>) {
  const t = useWords('checks')
  const [state, Icon] = found === 0 ? (['fine', CircleCheck] as const) : urgent ? (['urgent', CircleX] as const) : (['normal', Circle] as const)
  return (
    <span className={css.sign} data-state={state} title={t(state)}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{t(state)}</VisuallyHidden>
    </span>
  )
}

function Weeks({ line }: { readonly line: CheckLine }) {
  const t = useWords('checks')
  const format = useFormat()
  const { trend, found } = line
  if (trend === null)
    return (
      <span className={css.mute} title={t('trend.apart')}>
        –<VisuallyHidden>{t('trend.apart')}</VisuallyHidden>
      </span>
    )
  const values = [...trend.filter((value) => value !== null), found]
  const change = changeOf(line)
  if (values.length < 2)
    return (
      <span className={css.mute} title={t('trend.none')}>
        –<VisuallyHidden>{t('trend.none')}</VisuallyHidden>
      </span>
    )
  return (
    <span className={css.trend} title={t('trend.said', { from: format.number(values[0] ?? 0), to: format.number(found) })}>
      <Sparkline values={values} />
      <VisuallyHidden>{t('trend.said', { from: format.number(values[0] ?? 0), to: format.number(found) })}</VisuallyHidden>
      {change === null ? null : (
        <span aria-hidden data-way={change > 0 ? 'worse' : change < 0 ? 'better' : undefined}>
          {signed(change, format.number(Math.abs(change)))}
        </span>
      )}
    </span>
  )
}

/** The checks that find nothing, in one line that unfolds. */
function Clean({ lines }: { readonly lines: readonly CheckLine[] }) {
  const t = useWords('checks')
  const [unfolded, setUnfolded] = useState(false)
  const names = lines.map(({ title }) => title)
  const some = names.slice(0, namedAtMost).join(', ')
  const text = names.length > namedAtMost ? t('clean_more', { names: some, more: String(names.length - namedAtMost) }) : some
  return (
    <section className={css.clean}>
      <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <ChevronRight size={14} aria-hidden data-unfolded={unfolded || undefined} />
        <CircleCheck size={14} aria-hidden />
        <b>{t('clean')}</b>
        <span>{t('clean_list', { count: lines.length, names: text })}</span>
      </button>
      {unfolded ? (
        <ul>
          {lines.map((line) => (
            <li key={nameOf(line)}>
              <b>{line.title}</b> <span>{line.why}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
