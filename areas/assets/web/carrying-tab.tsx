import { useQuery } from '@tanstack/react-query'
import type { Drawing, readCarriers, readDependencies } from '#areas/assets/contract/drawing.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './assets.module.css'
import { Explanation } from './explanation.tsx'
import { NodeName } from './node-name.tsx'
import { Picture } from './picture.tsx'
import type { BusinessValue, SupportingAsset } from './presentation.tsx'

/** What an asset carries and stands on, and why it needs as much. */
export function DependenciesTab({ row }: { readonly row: SupportingAsset }) {
  const t = useWords('assets')
  const { data, error, refetch } = useQuery({
    queryKey: ['supporting_asset', 'dependencies', row.id, row.version],
    queryFn: ({ signal }) => api.call<typeof readDependencies>('GET /supporting_asset/{id}/dependencies', { params: { id: row.id }, signal }),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  return (
    <div>
      <Explanation drawing={data.object} />
      {data.object.nodes.length < 2 ? (
        <EmptyState title={t('drawing.alone')} text={t('drawing.alone_text')} />
      ) : (
        <Drawn drawing={data.object} title={t('drawing.of_asset', { name: row.name ?? '' })} />
      )}
    </div>
  )
}

/** Which assets carry a value, themselves or because others depend on them. */
export function CarriersTab({ row }: { readonly row: BusinessValue }) {
  const t = useWords('assets')
  const { data, error, refetch } = useQuery({
    queryKey: ['business_value', 'carriers', row.id, row.version],
    queryFn: ({ signal }) => api.call<typeof readCarriers>('GET /business_value/{id}/carriers', { params: { id: row.id }, signal }),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={4} />
  return (
    <div>
      {data.object.nodes.length < 2 ? (
        <EmptyState title={t('drawing.not_carried')} text={t('drawing.not_carried_text')} />
      ) : (
        <Drawn drawing={data.object} title={t('drawing.of_value', { name: row.name ?? '' })} />
      )}
    </div>
  )
}

function Drawn({ drawing, title }: { readonly drawing: Drawing; readonly title: string }) {
  const t = useWords('assets')
  const { nodes, edges, more } = drawing
  return (
    <Box as="section" below={20}>
      <Text as="h3" below={6} size={13} weight={600}>
        {title}
      </Text>
      {edges.some(({ loop }) => loop) ? (
        <Text as="p" below={8} tone="warn">
          {t('drawing.has_loop')}
        </Text>
      ) : null}
      <Picture drawing={drawing} title={title} />
      {more > 0 ? (
        <Text as="p" apart tone="quiet">
          {t('drawing.more', { count: more })}
        </Text>
      ) : null}
      <details className={css.asList}>
        <summary>{t('drawing.as_list')}</summary>
        <ul>
          {edges.map(({ from, to, loop }) => {
            const [a, b] = [nodes[from], nodes[to]]
            return a && b ? (
              <Text as="li" padY={6} edge="soft-below" key={`${from} ${to}`}>
                <NodeName node={a} /> {t(a.entity === 'business_value' ? 'drawing.is_carried_by' : 'drawing.depends_on')} <NodeName node={b} />
                {loop ? (
                  <Text as="em" tone="warn" upright>
                    {' '}
                    · {t('drawing.loop')}
                  </Text>
                ) : null}
              </Text>
            ) : null
          })}
        </ul>
      </details>
    </Box>
  )
}
