import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { readWeather } from '#areas/projects/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Weather, WeatherTrail, type Project } from '#areas/projects/web/presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './weather.module.css'
import card from './project.module.css'

const DoingDialog = lazy(async () => ({ default: (await import('./status-dialog.tsx')).StatusDialog }))

/** How the project and its program are doing, today and over the last months (PRJ-20). */
export function WeatherCard({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const [open, setOpen] = useState<'say' | 'history'>()
  const close = () => setOpen(undefined)
  return (
    <section className={card.card} aria-label={t('page.weather')}>
      <header>
        <h2>{t('page.weather')}</h2>
        <em>{t('weather.months')}</em>
      </header>
      <Grid as="dl" gap={8} className={css.weathers}>
        {(['project', 'program'] as const).map((of) => (
          <Box narrows padY={8} padX={10} edge="all" corner={8} key={of}>
            <Text as="dt" tone="quiet" size={12}>
              {t(`page.${of}`)}
            </Text>
            <Grid as="dd" gap={6} above={2} weight={600}>
              {row[`weather_${of}`] === null ? <span className={card.soft}>{t('page.no_weather')}</span> : <Weather value={row[`weather_${of}`]} />}
              <WeatherTrail row={row} of={of} />
            </Grid>
          </Box>
        ))}
      </Grid>
      {row.weather_comment ? (
        <Text as="p" tone="soft" breaks>
          {row.weather_comment}
        </Text>
      ) : null}
      <Row gap={8} align="center" spread="between" wrap>
        <Button size="sm" variant="link" onClick={() => setOpen('history')}>
          {t('weather.history')}
        </Button>
        {row.edit_right && row.status === 'ONGOING' ? (
          <Button size="sm" onClick={() => setOpen('say')}>
            {t('weather.say')}
          </Button>
        ) : null}
      </Row>
      <Suspense>{open === 'say' ? <DoingDialog row={row} onClose={close} /> : null}</Suspense>
      {open === 'history' ? <HistoryDialog row={row} onClose={close} /> : null}
    </section>
  )
}

/** Each time that it became another one. */
function HistoryDialog({ row, onClose }: { readonly row: Project; readonly onClose: () => void }) {
  const t = useWords('projects')
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['isp_project', 'weather', row.id, row.version],
    queryFn: ({ signal }) => api.call<typeof readWeather>('GET /isp_project/{id}/weather', { params: { id: row.id }, signal }),
  })
  return (
    <Modal title={t('weather.title', { name: row.name ?? '' })} onClose={onClose} footer={<Button onClick={onClose}>{t('file.close')}</Button>}>
      {error && !data ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={5} /> : null}
      {data?.objects.length === 0 ? <EmptyState title={t('weather.none')} /> : null}
      <Grid as="ol" className={css.history}>
        {data?.objects.map(({ at, project, program, comment, author }) => (
          <Grid gap={12} rowGap={2} as="li" align="center" padY={8} edge="above" key={at}>
            <Text as="time" tone="soft" dateTime={at}>
              {format.dateTime(at)}
            </Text>
            <span>
              {t('page.project')} {project === null ? t('page.no_weather') : <Weather value={project} />}
            </span>
            <span>
              {t('page.program')} {program === null ? t('page.no_weather') : <Weather value={program} />}
            </span>
            <small>
              {author}
              {comment ? <q>{comment}</q> : null}
            </small>
          </Grid>
        ))}
      </Grid>
    </Modal>
  )
}
