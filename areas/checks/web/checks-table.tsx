import { ArrowRight, Circle, CircleCheck, CircleAlert } from 'lucide-react'
import type { CheckLine, CheckPoints, Checks } from '#areas/checks/contract/calls.ts'
import { checkSubjects } from '#kit/contract/check.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Sparkline } from '#kit/web/ui/marks.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { listOf } from './checks-api.ts'
import css from './checks.module.css'

/** A check's name in the address. */
export const nameOf = ({ entity, word }: CheckLine) => `${entity}.${word}`

/** A sum over checks. */
export const sumOf = (lines: readonly CheckLine[], value: (line: CheckLine) => number) => lines.reduce((sum, line) => sum + value(line), 0)
/** What some checks find together. */
export const foundIn = (lines: readonly CheckLine[]) => sumOf(lines, ({ found }) => found)

/** How many more there are than eight weeks ago; nothing where nobody counted then. */
export const changeOf = ({ found, trend }: CheckLine): number | null => {
  const first = trend?.[0] ?? null
  return first === null ? null : found - first
}

/** A change with its sign. */
export const signed = (change: number, text: string) => (change > 0 ? `+${text}` : change < 0 ? `−${text}` : '=')

interface TableProps {
  readonly data: Checks
  readonly lines: readonly CheckLine[]
  readonly open: CheckLine | undefined
  readonly onOpen: (line: CheckLine) => void
  /** Points of the score that hang on each; absent while they are worked out, and where nothing counts. */
  readonly points: CheckPoints | undefined
  readonly perimeter: number | undefined
}

/** The checks by what they are about: how much each finds, how that goes, what it costs and what mends it. */
export function ChecksTable({ data, lines, open, onOpen, points, perimeter }: TableProps) {
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
          <th scope="col" className={css.points}>
            {t('columns.points')}
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
              <th scope="rowgroup" colSpan={7}>
                <Text as="b" tone="plain" weight={600}>
                  {t(`subjects.${subject}`)}
                </Text>{' '}
                {t('group', { checks: own.length, found: foundIn(own) })}
              </th>
            </tr>
            {own.map((line) => (
              <Line
                key={nameOf(line)}
                line={line}
                isOpen={line === open}
                mayAccept={data.may_accept}
                onOpen={() => onOpen(line)}
                points={points?.lines.find(({ entity, word }) => entity === line.entity && word === line.word)?.points}
                perimeter={perimeter}
              />
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
  readonly points: number | undefined
  readonly perimeter: number | undefined
}

function Line({ line, isOpen, mayAccept, onOpen, points, perimeter }: LineProps) {
  const t = useWords('checks')
  const format = useFormat()
  const { title, urgent, found, accepted, until, places, mend } = line
  const to = listOf(line, perimeter)
  return (
    <tr className={css.line} data-open={isOpen || undefined} onClick={onOpen}>
      <th scope="row">
        <Row as="span" gap={10} align="center" narrows className={css.name}>
          <Sign urgent={urgent} found={found} />
          <Box
            as="button"
            cut
            narrows
            weight={500}
            side="left"
            type="button"
            aria-expanded={isOpen}
            title={title}
            onClick={(event) => {
              event.stopPropagation()
              onOpen()
            }}
          >
            {title}
          </Box>
        </Row>
      </th>
      <td className={css.number}>
        <b>{format.number(found)}</b>
      </td>
      <td className={css.weeks}>
        <Weeks line={line} />
      </td>
      <td className={css.points}>
        {points === undefined || found === 0 ? (
          <Text tone="quiet" size={12} className={css.mute}>
            –<VisuallyHidden>{t('no_points')}</VisuallyHidden>
          </Text>
        ) : (
          pointsText(points, format.number)
        )}
      </td>
      <td className={css.places} title={placesText(places, format.number)}>
        {placesText(places, format.number)}
      </td>
      <td className={css.accepted}>
        {accepted > 0 && until ? (
          t('until', { count: format.number(accepted), date: format.date(until) })
        ) : mayAccept && found > 0 ? (
          <Box type="button" as="button" cut narrows weight={500} side="left" className={css.accept} aria-label={`${t('accept')} ${title}`} onClick={onOpen}>
            {t('accept')}
          </Box>
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

/** A little is more than nothing. */
const pointsText = (points: number, number: (value: number, digits?: number) => string) =>
  points > 0 && points < 0.05 ? `< ${number(0.1, 1)}` : number(points, 1)

const placesText = (places: CheckLine['places'], number: (value: number) => string) =>
  places.map(({ name, count }) => `${name ?? ''} ${number(count)}`).join(', ')

/** Urgent, to mend or fine: a shape for each, and its word. */
function Sign({ urgent, found }: Pick<CheckLine, 'urgent' | 'found'>) {
  const t = useWords('checks')
  const [state, Icon] = found === 0 ? (['fine', CircleCheck] as const) : urgent ? (['urgent', CircleAlert] as const) : (['normal', Circle] as const)
  return (
    <Row as="span" inline rigid className={css.sign} data-state={state} title={t(state)}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{t(state)}</VisuallyHidden>
    </Row>
  )
}

function Weeks({ line }: { readonly line: CheckLine }) {
  const t = useWords('checks')
  const format = useFormat()
  const { trend, found } = line
  if (trend === null)
    return (
      <Text tone="quiet" size={12} className={css.mute} title={t('trend.apart')}>
        –<VisuallyHidden>{t('trend.apart')}</VisuallyHidden>
      </Text>
    )
  const values = [...trend.filter((value) => value !== null), found]
  const change = changeOf(line)
  if (values.length < 2)
    return (
      <Text tone="quiet" size={12} className={css.mute} title={t('trend.none')}>
        –<VisuallyHidden>{t('trend.none')}</VisuallyHidden>
      </Text>
    )
  return (
    <Row
      as="span"
      inline
      gap={8}
      align="center"
      size={12}
      figures
      className={css.trend}
      title={t('trend.said', { from: format.number(values[0] ?? 0), to: format.number(found) })}
    >
      <Sparkline values={values} />
      <VisuallyHidden>{t('trend.said', { from: format.number(values[0] ?? 0), to: format.number(found) })}</VisuallyHidden>
      {change === null ? null : (
        <span aria-hidden data-way={change > 0 ? 'worse' : change < 0 ? 'better' : undefined}>
          {signed(change, format.number(Math.abs(change)))}
        </span>
      )}
    </Row>
  )
}
