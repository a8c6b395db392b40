import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import { PlaceName } from '#areas/risks/web/index.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { actOn, useComparison, usePublication, type Analysis } from './study-api.ts'
import css from './study.module.css'

/** What validating does and still lacks, and what changed since the study before. */
export function ValidationStep({ row, writes }: { readonly row: Analysis; readonly writes: boolean }) {
  return (
    <Grid gap={14} className={css.content}>
      {row.status === 'VALIDATED' ? <Published row={row} /> : <Publication row={row} writes={writes} />}
      <Comparison row={row} />
    </Grid>
  )
}

function Published({ row }: { readonly row: Analysis }) {
  const t = useWords('analyses')
  const format = useFormat()
  return (
    <Grid as="section" gap={10} padY={14} padX={16} edge="all" corner={8} aria-label={t('steps.validation')}>
      <Text as="h3" size={14} weight={700}>
        {row.validated_on ? t('validation.validated', { day: format.date(row.validated_on) }) : t('steps.validation')}
      </Text>
      {row.register ? <Link to={path('/org/risks/registers/$id', { id: row.register.id })}>{t('validation.to_register')}</Link> : null}
    </Grid>
  )
}

function Publication({ row, writes }: { readonly row: Analysis; readonly writes: boolean }) {
  const t = useWords('analyses')
  const { data, error, refetch } = usePublication(row)
  const [validate, busy] = useSubmit(async () => {
    const agreed = await confirm({
      title: t('validation.action'),
      message: t('validation.confirm', { register: row.register?.name ?? '' }),
      confirm: t('validation.action'),
    })
    if (!agreed) return
    try {
      const message = await actOn(row, 'validate')
      if (message) toast.success(message)
    } catch (reason) {
      toast.error(failureDetails(reason) ?? '')
    } finally {
      await renewed()
    }
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  return (
    <Grid as="section" gap={10} padY={14} padX={16} edge="all" corner={8} aria-label={t('validation.title')}>
      <Text as="h3" size={14} weight={700}>
        {t('validation.title')}
      </Text>
      <Grid as="ul" gap={6}>
        <li>{t('validation.created', { count: data.created })}</li>
        <li>{t('validation.updated', { count: data.updated })}</li>
        <li>{t('validation.kept', { count: data.kept })}</li>
      </Grid>
      {data.lacks.length > 0 ? (
        <Grid as="ul" gap={6} className={css.lacks}>
          {data.lacks.map(({ key, count }) => (
            <Row as="li" align="center" gap={8} key={key}>
              <CircleAlert size={15} aria-hidden />
              {t(`lacks.${key}`, { count })}
            </Row>
          ))}
        </Grid>
      ) : null}
      {writes ? (
        <div>
          <Button variant="primary" loading={busy} disabled={!data.complete} onClick={() => validate()}>
            {t('validation.action')}
          </Button>
        </div>
      ) : null}
    </Grid>
  )
}

function Comparison({ row }: { readonly row: Analysis }) {
  const t = useWords('analyses')
  const { data, error, refetch } = useComparison(row)
  // It may have been judged by another scale.
  const former = useRecord(riskAnalysis, data?.previous?.id).data
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  if (!data.previous)
    return (
      <Text as="p" tone="soft">
        {t('comparison.none')}
      </Text>
    )
  const place = (side: (typeof data.lines)[number]['now'], { sides }: Pick<Analysis, 'sides'>): ReactNode =>
    side ? (
      <>
        {side.impact === null ? '–' : <PlaceName places={sides?.impacts} value={side.impact} />}
        {' × '}
        {side.probability === null ? '–' : <PlaceName places={sides?.probabilities} value={side.probability} />}
      </>
    ) : (
      <span aria-hidden>–</span>
    )
  return (
    <Grid
      as="section"
      gap={10}
      padY={14}
      padX={16}
      edge="all"
      corner={8}

      aria-label={t('comparison.title', { name: data.previous.name ?? '' })}
    >
      <Text as="h3" size={14} weight={700}>
        {t('comparison.title', { name: data.previous.name ?? '' })}
      </Text>
      {data.lines.length > 0 ? (
        <Text as="p" tone="soft">
          {t('comparison.places')}
        </Text>
      ) : null}
      {data.lines.length === 0 ? (
        <Text as="p" tone="soft">
          {t('comparison.nothing')}
        </Text>
      ) : (
        <Box overflow="scrolled-across" tabIndex={0} role="region" aria-label={t('comparison.title', { name: data.previous.name ?? '' })}>
          <Box as="table" full side="left" className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('comparison.kind')}</th>
                <th scope="col">{t('entities.risk_scenario.one')}</th>
                <th scope="col">{t('comparison.before')}</th>
                <th scope="col">{t('comparison.now')}</th>
              </tr>
            </thead>
            <tbody>
              {data.lines.map(({ kind, asset, threat, now, before }) => (
                <tr key={`${asset.id} ${threat.id}`} data-kind={kind}>
                  <td>{t(`comparison.kinds.${kind}`)}</td>
                  <th scope="row">
                    {threat.name}{' '}
                    <Text as="small" tone="soft" size={12}>
                      {asset.name}
                    </Text>
                  </th>
                  <td>{place(before, former ?? row)}</td>
                  <td>{place(now, row)}</td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </Grid>
  )
}
