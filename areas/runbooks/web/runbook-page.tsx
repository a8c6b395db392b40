import { useMemo } from 'react'
import { occurrenceFigures } from '#areas/runbooks/contract/figures.ts'
import { runbook } from '#areas/runbooks/contract/runbook.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './runbooks.module.css'
import { TaskList } from './task-list.tsx'

/** What can be answered on a day and is not late yet, as the runbook counts it. */
const dueOn = (day: string): Filter[] => [
  ...filtersOf(occurrenceFigures.open),
  { name: 'period_start', selected_options: [{ to: day }] },
  { name: 'due_date', selected_options: [{ from: day }] },
]

/** One runbook: how far it is, and its tasks. */
export function Page() {
  const t = useWords('runbooks')
  const format = useFormat()
  const { id } = useParams<'/runbooks/$id'>()
  const { data: book, error, refetch } = useRecord(runbook, id)
  const name = book?.name ?? ''
  const fixed = useMemo(() => [{ name: 'runbook', selected_options: [Number(id)] }], [id])
  const initial = useMemo(() => ({ runbook: { id: Number(id), name } }), [id, name])
  if (error) {
    return (
      <Sheet>
        <ErrorState reason={error} onRetry={() => void refetch()} />
      </Sheet>
    )
  }
  if (!book) {
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  }
  const own = { name: 'runbook', selected_options: [Number(id)] }
  return (
    <TaskList key={id} list="runbook_tasks" fixed={fixed} initial={initial}>
      <Row as="section" wrap align="center" padY={8} padX={16} edge="below" gap={16} rowGap={8} className={css.head} aria-label={name}>
        <Text as="h2" size={14} weight={600}>
          {name}
        </Text>
        {book.completion === null ? null : <Progress value={book.completion} />}
        <Link to={rowsAt(path('/runbooks/tasks'), [own, ...dueOn(dayOf())])}>
          {t('entities.runbook.fields.due')} {format.number(book.due)}
        </Link>
        {book.late ? (
          <Link to={rowsAt(path('/runbooks/tasks'), [own, ...filtersOf(occurrenceFigures.late)])} className={css.late}>
            {t('entities.runbook.fields.late')} {format.number(book.late)}
          </Link>
        ) : null}
      </Row>
    </TaskList>
  )
}
