import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './import-lines.module.css'

const outcomes = ['created', 'updated', 'closed', 'reopened', 'unchanged', 'refused'] as const
type LineOutcome = (typeof outcomes)[number]

interface ImportLine {
  readonly n: number
  readonly sheet: string | null
  readonly outcome: LineOutcome
  readonly id: number | null
  readonly name: string | null
  readonly cells: readonly { readonly column: string; readonly from: string | null; readonly to: string | null }[]
  readonly messages: readonly { readonly level: 'error' | 'warning' | 'info'; readonly message: string }[]
}

interface LinesAnswer {
  readonly objects: readonly ImportLine[]
  readonly counts: Readonly<Record<LineOutcome, number>>
}

/** Lines asked for at a time. */
const pageSize = 100

interface ImportLinesProps {
  readonly reportId: number
  readonly trial: boolean
  /** Whether lines were refused: these are shown first. */
  readonly refused: boolean
  readonly onOpen?: ((id: number) => void) | undefined
}

/** What an import did line by line, or would do: the row, each changed cell with both values, and what is wrong. */
export function ImportLines({ reportId, trial, refused, onOpen }: ImportLinesProps) {
  const t = useWords('kit')
  const [outcome, setOutcome] = useState<LineOutcome | 'all'>(refused ? 'refused' : 'all')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['import_report', 'lines', reportId, outcome],
    queryFn: ({ pageParam, signal }) =>
      api.get<LinesAnswer>(`/import_report/${reportId}/lines`, {
        query: { page: pageParam, per_page: pageSize, ...(outcome === 'all' ? {} : { outcome }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last: LinesAnswer, all) => (last.objects.length < pageSize ? undefined : all.length + 1),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  const [{ counts }] = data.pages as [LinesAnswer]
  const lines = data.pages.flatMap(({ objects }) => objects)
  const total = outcomes.reduce((sum, each) => sum + counts[each], 0)
  const outcomeKey = trial ? 'trial_outcomes' : 'outcomes'
  if (total === 0) return null
  return (
    <div className={css.lines}>
      <div className={css.tools}>
        <Segmented
          label={t('import.outcome')}
          value={outcome}
          onChange={setOutcome}
          options={[
            { value: 'all', label: `${t('import.all')} ${total}` },
            ...outcomes.filter((each) => counts[each] > 0).map((each) => ({ value: each, label: `${t(`import.outcomes.${each}`)} ${counts[each]}` })),
          ]}
        />
        <Button
          size="sm"
          icon={<Download size={13} aria-hidden />}
          onClick={() => void api.download(`/import_report/${reportId}/differences`).catch((reason: unknown) => toast.error(failureText(reason)))}
        >
          {t('import.differences')}
        </Button>
      </div>
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('import.lines')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.object')}</th>
              <th scope="col">{t('import.outcome')}</th>
              <th scope="col">{t('import.details')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index}>
                <td data-label={t('import.line')}>{line.n === 0 ? null : line.sheet ? `${line.sheet} ${line.n}` : line.n}</td>
                <td data-label={t('import.object')}>
                  {line.id !== null && onOpen ? (
                    <Button variant="link" size="sm" onClick={() => onOpen(line.id ?? 0)}>
                      {line.name ?? `#${line.id}`}
                    </Button>
                  ) : (
                    line.name
                  )}
                </td>
                <td data-label={t('import.outcome')}>
                  <span className={css.outcome} data-outcome={line.outcome}>
                    {t(`import.${outcomeKey}.${line.outcome}`)}
                  </span>
                </td>
                <td>
                  <ul>
                    {line.messages.map(({ level, message }, n) => (
                      <li key={`m${n}`} data-level={level}>
                        {message}
                      </li>
                    ))}
                    {line.cells.map(({ column, from, to }, n) => (
                      <li key={`c${n}`}>
                        {line.outcome === 'created'
                          ? t('import.value', { column, to: to ?? t('import.empty') })
                          : t('import.change', { column, from: from ?? t('import.empty'), to: to ?? t('import.empty') })}
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {hasNextPage ? (
          <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('import.more')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
