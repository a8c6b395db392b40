import { useMemo } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Query } from '#kit/web/api/client.ts'
import { Gantt } from '#kit/web/gantt/gantt.tsx'
import type { BarContent } from '#kit/web/gantt/gantt.tsx'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { lookOfChoice } from '#kit/web/kinds/choice-look.ts'
import type { ListState, RowId } from '#kit/web/table/list-state.ts'
import { pageQuery } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { EmptyState, ErrorState, SkeletonRows, type Way } from '#kit/web/ui/states.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { useFieldContexts, valueOf } from './entity-columns.tsx'
import { updateRow, usePage } from './list-api.ts'
import css from './list-page.module.css'
import type { GanttOptions } from './list-props.ts'
import type { AnyRow } from './presentation.ts'

interface GanttViewProps {
  readonly entity: EntityDef
  readonly label: string
  readonly state: ListState
  readonly params: Query
  readonly options: GanttOptions
  readonly way: Way | undefined
  readonly onOpen: (id: RowId) => void
}

/** Rows fetched for one chart; beyond that a filter helps more than a longer chart. */
const most = 1000

/** The rows that match, over time. */
export function GanttView({ entity, label, state, params, options, way, onOpen }: GanttViewProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  const { start, end, status, progress, who } = options
  const page = usePage(entity, pageQuery({ ...state, page: 1, per_page: most }), params)
  const today = dayOf()
  const bar = useMemo(
    () =>
      (row: AnyRow): BarContent => {
        const word = status ? valueOf(row, status) : undefined
        const look = status && typeof word === 'string' ? lookOfChoice(contextOf(status), word) : undefined
        const person = who ? (valueOf(row, who) as { name: string } | null) : null
        const until = valueOf(row, end) as string | null
        const late = until !== null && until < today && look !== undefined && look.tone !== 'success' && look.tone !== 'off'
        return {
          title: String(valueOf(row, entity.title) ?? ''),
          start: valueOf(row, start) as string | null,
          end: until,
          tone: late ? 'bad' : (look?.tone ?? 'neutral'),
          glyph: look ? <StatusGlyph glyph={look.glyph} /> : undefined,
          progress: progress ? (valueOf(row, progress) as number | null) : null,
          side: person ? <Avatar name={person.name} /> : undefined,
          ...(status && typeof word === 'string'
            ? { state: [contextOf(status).words.choice(status, word), ...(late ? [t('date.late')] : [])].join(', ') }
            : {}),
          ...options.bar?.(row),
        }
      },
    [options, contextOf, entity, start, end, status, progress, who, today, t],
  )
  const rows = page.data?.objects
  const links = useMemo(() => (rows && options.links ? options.links(rows) : []), [rows, options])
  if (page.error && !rows) return <ErrorState reason={page.error} onRetry={() => void page.refetch()} />
  if (!rows || !page.data) return <SkeletonRows count={16} />
  const words = contextOf(entity.title).words
  if (!rows.length) {
    const narrowed = state.search !== '' || state.filters.length > 0
    return narrowed ? <EmptyState text={t('table.no_match')} /> : <EmptyState title={words.word('none')} text={words.word('none_text')} way={way} />
  }
  const move = options.onMove ?? ((row: AnyRow, dates: Readonly<Record<string, string>>) => updateRow(entity, row, dates))
  return (
    <>
      {page.data.total > rows.length ? <p className={css.note}>{t('gantt.too_many', { count: rows.length })}</p> : null}
      <Gantt
        label={label}
        rows={rows}
        bar={bar}
        heads={[words.field(entity.title), ...(who ? [words.field(who)] : [])] as [string, string?]}
        today={today}
        links={links}
        onOpen={(row) => onOpen(row.id)}
        onMove={(row, from, until) =>
          move(row, {
            ...(valueOf(row, start) === from ? {} : { [start]: from }),
            ...(valueOf(row, end) === until ? {} : { [end]: until }),
          })
        }
        {...(options.canMove ? { canMove: options.canMove } : {})}
      />
    </>
  )
}
