import { Bot, ChevronRight, ExternalLink } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { LogEntryRow, LogLine, SaidLogChange } from '#areas/logs/contract/calls.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useEntry } from './log-api.ts'
import { nameOf, sayValue, sayWhat, shortName } from './say.ts'
import css from './logs.module.css'

interface TableProps {
  readonly rows: readonly LogEntryRow[]
  readonly open: number | undefined
  readonly onOpen: (seq: number) => void
}

/** Entries, newest first; each opens below itself. */
export function LogTable({ rows, open, onOpen }: TableProps) {
  const t = useWords('logs')
  const format = useFormat()
  return (
    <table className={css.table} aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col" className={css.when}>
            {t('columns.when')}
          </th>
          <th scope="col" className={css.who}>
            {t('columns.who')}
          </th>
          <th scope="col" className={css.did}>
            {t('columns.did')}
          </th>
          <th scope="col" className={css.object}>
            {t('columns.object')}
          </th>
          <th scope="col">{t('columns.changed')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.seq}>
            <tr className={css.row} data-open={row.seq === open || undefined} onClick={() => onOpen(row.seq)}>
              <td className={css.when}>
                <button
                  type="button"
                  className={css.opener}
                  aria-expanded={row.seq === open}
                  aria-controls={row.seq === open ? `entry-${row.seq}` : undefined}
                  onClick={(event) => {
                    event.stopPropagation()
                    onOpen(row.seq)
                  }}
                >
                  <ChevronRight size={14} aria-hidden />
                  <time dateTime={row.at}>{format.dateTime(row.at)}</time>
                </button>
              </td>
              <td className={css.who}>
                <Who row={row} />
              </td>
              <td className={css.did}>{row.line.did}</td>
              <td className={css.object}>{objectOf(row, t)}</td>
              <td className={css.what}>
                {row.count > 1 && row.kinds.length > 1
                  ? row.kinds.map(({ kind, count }) => t('counted_kind', { kind, count })).join(', ')
                  : sayWhat(row.line, t, format)}
              </td>
            </tr>
            {row.seq === open ? (
              <tr className={css.opened} id={`entry-${row.seq}`}>
                <td colSpan={5}>
                  <Opened seq={row.seq} />
                </td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** What an entry is about: one object by what it is called, several of a kind by their number. */
function objectOf({ line, kinds, count }: LogEntryRow, t: ReturnType<typeof useWords<'logs'>>): ReactNode {
  if (count > 1) {
    const [first] = kinds
    return kinds.length === 1 && first ? t('counted_kind', { kind: first.kind, count }) : t('several', { count })
  }
  return shortName(line) || line.kind
}

/** Who did it; of somebody acting in another's name both are named. */
export function Who({ row: { actor, impersonator, job } }: { readonly row: Pick<LogEntryRow, 'actor' | 'impersonator' | 'job'> }) {
  const t = useWords('logs')
  const name = actor && impersonator ? t('acts_for', { impersonator: impersonator.name, actor: actor.name }) : (actor?.name ?? job ?? 'Vigie')
  return (
    <Row as="span" align="center" gap={6} narrows title={name}>
      {actor ? <Avatar name={impersonator?.name ?? actor.name} /> : <Bot size={16} aria-hidden className={css.bot} />}
      <Text cut>{name}</Text>
    </Row>
  )
}

function Opened({ seq }: { readonly seq: number }) {
  const t = useWords('logs')
  const format = useFormat()
  const { data, error, refetch } = useEntry(seq)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  const by = data.actor && data.impersonator ? [t('as', { impersonator: data.impersonator.name, actor: data.actor.name })] : []
  const origin =
    data.address || data.session_at
      ? [
          ...(data.address ? [t('from', { address: data.address })] : []),
          ...(data.session_at ? [t('session', { moment: format.dateTime(data.session_at) })] : []),
        ]
      : [t('no_origin')]
  return (
    <Stack className={css.entry}>
      {data.lines.map((line) => (
        <Line key={line.n} line={line} alone={data.count === 1} />
      ))}
      <Row wrap gap={8} rowGap={4} padX={12} padY={8} size={12} tone="quiet" className={css.origin}>
        <span>{[...origin, ...by].join(', ')}</span>
        <span>{t('entry', { seq: data.seq })}</span>
        <code title={data.hash}>{t('hash', { hash: data.hash })}</code>
        {data.count > data.lines.length ? <span>{t('lines_shown', { shown: data.lines.length, count: data.count })}</span> : null}
      </Row>
    </Stack>
  )
}

/** What was done to one object: every field before and after. */
function Line({ line, alone }: { readonly line: LogLine; readonly alone: boolean }) {
  const t = useWords('logs')
  const format = useFormat()
  const page = line.object?.live ? pageOfEntity(line.object.entity) : undefined
  const name = nameOf(line)
  const fields: readonly SaidLogChange[] = [
    ...line.changes,
    ...line.notes.map(({ name: field, value }) => ({ field, before: null, after: null, lines: [value] })),
  ]
  // What is new, and what was only noted, was nothing before.
  const twoSided = !line.created && line.changes.length > 0
  return (
    <section className={css.line} aria-label={[line.kind, name].filter(Boolean).join(' ')}>
      <Row wrap gap={8} align="baseline" padX={12} padY={8} className={css.lineHead}>
        {alone ? null : <Text weight={500}>{line.did}</Text>}
        <Text tone="quiet">{line.kind}</Text>
        {name ? <Text weight={500}>{name}</Text> : null}
        {line.object && !line.object.live && page === undefined && line.object.entity !== 'customer' ? <Text tone="quiet">{t('gone')}</Text> : null}
        {page && line.object ? (
          <Link to={path(page.path, { id: line.object.id })} className={css.link}>
            {t('open', { name: shortName(line) })} <ExternalLink size={13} aria-hidden />
          </Link>
        ) : null}
        {line.object ? (
          <Link to={path('/admin/logs', { object: `${line.object.entity}:${line.object.id}` })} className={css.link}>
            {t('all_of')}
          </Link>
        ) : null}
      </Row>
      {line.hidden ? (
        <Text as="p" padX={12} padY={6} tone="quiet">
          {t('hidden')}
        </Text>
      ) : null}
      {fields.length > 0 ? (
        <table className={css.fields}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              {twoSided ? <th scope="col">{t('before')}</th> : null}
              <th scope="col">{t(line.changes.length > 0 ? 'after' : 'value')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((change, n) => (
              <tr key={n}>
                <th scope="row">{change.field}</th>
                {change.lines ? (
                  <td colSpan={twoSided ? 2 : 1}>
                    {change.lines.map((each, at) => (
                      <div key={at}>{each}</div>
                    ))}
                  </td>
                ) : (
                  <>
                    {twoSided ? <Value text={sayValue(change.before, format)} /> : null}
                    <Value text={sayValue(change.after, format)} />
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

function Value({ text }: { readonly text: string }) {
  const t = useWords('logs')
  return <td>{text ? text : <Text tone="quiet">{t('empty_value')}</Text>}</td>
}
