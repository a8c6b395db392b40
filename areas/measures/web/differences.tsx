import { useQuery } from '@tanstack/react-query'
import type { answerDifferences, readDifferences } from '#areas/measures/contract/calls.ts'
import { measure as measureEntity, type ComparedField } from '#areas/measures/contract/measure.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { api } from '#kit/web/api/client.ts'
import { inLine, type Versioned } from '#kit/web/api/save-row.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Page, PageHeading, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './differences.module.css'
import { attempt } from './measure-actions.ts'

type Compared = AnswerOf<typeof readDifferences>['objects'][number]
type Choice = 'adopt' | 'keep'

/** What measures say beside what their models say now, each line to be adopted or kept. */
export function Differences({ measure, perimeter }: { readonly measure?: number; readonly perimeter?: number }) {
  const t = useWords('measures')
  const query = { ...(measure === undefined ? {} : { measure }), ...(perimeter === undefined ? {} : { perimeter }) }
  const { data, error, refetch } = useQuery({
    queryKey: [measureEntity.name, 'differences', query],
    queryFn: ({ signal }) => api.call<typeof readDifferences>('GET /measure/differences', { query, signal }),
    select: (answer) => answer.objects,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  const first = data?.[0]
  const base = perimeter ?? first?.perimeter.id
  return (
    <Page>
      <PageToolbar>
        <PageHeading title={(measure === undefined ? first?.perimeter.name : first?.name) ?? t('pages.differences')} />
        <Spring />
        {base === undefined ? null : <ButtonLink to={path('/org/security-bases/$perimeterId/measures', { perimeterId: base })}>{t('do.see_base')}</ButtonLink>}
      </PageToolbar>
      {data ? (
        <Box grow shortens padY={16} padX={16} overflow="scrolled" tabIndex={0} role="region" aria-label={t('pages.differences')}>
          {data.length === 0 ? (
            <EmptyState title={t('differences.none')} text={t('differences.none_text')} />
          ) : (
            data.map((row) => <Measure key={row.id} row={row} />)
          )}
        </Box>
      ) : (
        <SkeletonRows count={12} />
      )}
    </Page>
  )
}

function Measure({ row }: { readonly row: Compared }) {
  const t = useWords('measures')
  const words = useEntityWords(measureEntity)
  const open = row.lines.filter((line) => !line.kept)
  const settle = async (fields: readonly ComparedField[], choice: Choice) => {
    const answers = Object.fromEntries(fields.map((field) => [field, choice]))
    const send = ({ version }: Versioned) =>
      api.call<typeof answerDifferences>('POST /measure/{id}/differences', { params: { id: row.id }, body: { ...answers, version } })
    const refused = await attempt(() => inLine(`/measure/${row.id}`, row, send))
    if (refused) toast.error(refused)
  }
  const all = (choice: Choice) => () =>
    void settle(
      open.map(({ field }) => field),
      choice,
    )
  return (
    <Box as="section" below={16} overflow="clipped" edge="all" corner={8} className={css.measure} aria-label={`${row.identifier} ${row.name ?? ''}`}>
      <Row gap={12} rowGap={4} as="header" wrap align="center" padY={8} padX={16} fill="subtle" edge="below">
        <Text as="h3" size={13} weight={600}>
          <span>{row.identifier}</span> {row.name}
        </Text>
        <p>
          {row.perimeter.name} · {t('entities.measure.fields.solution')} {row.solution.identifier}
        </p>
        {row.edit_right && open.length > 1 ? (
          <Row wrap align="center" spread="last" gap={4} className={css.choices}>
            <Button size="sm" onClick={all('adopt')}>
              {t('differences.adopt_all')}
            </Button>
            <Button size="sm" variant="subtle" onClick={all('keep')}>
              {t('differences.keep_all')}
            </Button>
          </Row>
        ) : null}
      </Row>
      <Box as="table" full line={18} className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('differences.field')}</th>
            <th scope="col">{t('differences.measure')}</th>
            <th scope="col">{t('differences.solution')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {row.lines.map((line) => (
            <tr key={line.field}>
              <th scope="row">{words.field(line.field)}</th>
              <td>
                <Value value={line.measure} />
              </td>
              <td className={css.model}>
                <Value value={line.solution} />
              </td>
              <td>
                <Row wrap align="center" spread="last" gap={4} className={css.choices}>
                  {line.kept ? <StatusBadge {...looks.off}>{t('differences.kept')}</StatusBadge> : null}
                  {row.edit_right ? (
                    <Button size="sm" aria-label={`${t('differences.adopt')} ${words.field(line.field)}`} onClick={() => void settle([line.field], 'adopt')}>
                      {t('differences.adopt')}
                    </Button>
                  ) : null}
                  {row.edit_right && !line.kept ? (
                    <Button
                      size="sm"
                      variant="subtle"
                      aria-label={`${t('differences.keep')} ${words.field(line.field)}`}
                      onClick={() => void settle([line.field], 'keep')}
                    >
                      {t('differences.keep')}
                    </Button>
                  ) : null}
                </Row>
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

function Value({ value }: { readonly value: string | number | null }) {
  const t = useWords('measures')
  const format = useFormat()
  if (value === null || value === '') return <Text tone="quiet">{t('differences.empty')}</Text>
  return <>{typeof value === 'number' ? format.number(value) : value}</>
}
