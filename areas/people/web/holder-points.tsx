import { pointsShown, type Point } from '#areas/people/contract/holder-calls.ts'
import { readAt } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useKindNames } from '#kit/web/i18n/kind-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import type { Asked } from '#kit/web/route.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { usePoints } from './holders-api.ts'
import { Pager } from './pager.tsx'
import css from './holders.module.css'

interface Kind {
  readonly entity: string
  readonly area: string
  readonly count: number
}

interface PartProps {
  readonly kinds: readonly Kind[]
  readonly kind: string
  /** Those of one person only. */
  readonly of: number | undefined
  readonly page: number
  readonly onAsk: (next: Asked<'/admin/holders'>) => void
}

const all = 'all'

/** Single points of failure: what one person holds, no group beside, nobody standing in. */
export const PointsPart = (props: PartProps) => (
  <Suspense fallback={<SkeletonRows count={4} />}>
    <Points {...props} />
  </Suspense>
)

function Points({ kinds, kind, of, page, onAsk }: PartProps) {
  const t = useWords('people')
  const format = useFormat()
  const words = useKindNames(kinds)
  const chosen = kinds.some(({ entity }) => entity === kind) ? kind : all
  const { data, error, refetch } = usePoints({ ...(chosen !== all && { entity: chosen }), ...(of !== undefined && { holder: of }), page })
  const sum = kinds.reduce((before, { count }) => before + count, 0)
  const rows = data?.objects
  return (
    <Box as="section" aria-labelledby="points">
      <Row padX={16} padY={8} gap={8} wrap align="baseline" edge="above">
        <Text as="h2" id="points" size={13} weight={600}>
          {t('holders.points')}
        </Text>
        <Text size={12} tone="quiet" grow>
          {t('holders.points_sub')}
        </Text>
        {of === undefined ? null : (
          <Button size="sm" onClick={() => onAsk({ of: undefined, points: undefined })}>
            {t('holders.of_everybody')}
          </Button>
        )}
      </Row>
      <Row padX={16} edge="below">
        <Tabs
          label={t('holders.points')}
          value={chosen}
          onChange={(next) => onAsk({ kind: next === all ? undefined : next, points: undefined })}
          tabs={[
            { value: all, label: t('holders.all'), ...(of === undefined && { count: format.number(sum) }) },
            ...kinds.map(({ entity, count }, n) => ({ value: entity, label: words[n] ?? entity, ...(of === undefined && { count: format.number(count) }) })),
          ]}
        />
      </Row>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <SkeletonRows count={6} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('holders.no_points')} />
      ) : (
        <>
          <table className={css.points} aria-labelledby="points">
            <thead>
              <tr>
                <th scope="col">{t('holders.id')}</th>
                <th scope="col">{t('holders.object')}</th>
                <th scope="col">{t('holders.holder')}</th>
                <th scope="col">{t('holders.without')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((point) => (
                <tr key={`${point.entity} ${point.id}`}>
                  <td className={css.identifier}>{point.object.identifier ?? ''}</td>
                  <td className={css.object}>
                    <ObjectLink {...point} />
                  </td>
                  <td className={css.holder}>
                    <Row as="span" align="center" gap={6} narrows>
                      <Avatar name={point.holder.name} />
                      <Text cut>{point.holder.name}</Text>
                    </Row>
                  </td>
                  <td className={css.without}>
                    {point.on ? t(`holders.standstill_on.${point.standstill}`, { day: format.date(point.on) }) : t(`holders.standstill.${point.standstill}`)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager
            page={page}
            size={pointsShown}
            total={data.total}
            shown={rows.length}
            label={t('holders.points')}
            onPage={(to) => onAsk({ points: to > 1 ? to : undefined })}
          />
        </>
      )}
    </Box>
  )
}

/** An object by its name, which leads to where it is read. */
export function ObjectLink({ entity, id, object }: Pick<Point, 'entity' | 'id' | 'object'>) {
  const to = readAt(entity, id)
  return to ? <Link to={to}>{object.name}</Link> : object.name
}
