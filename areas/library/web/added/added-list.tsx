import type { Addition, AdditionItem } from '#areas/library/contract/addition.ts'
import type { addFromShelf } from '#areas/library/contract/shelf.ts'
import { useName } from '#areas/library/web/shelf/names.ts'
import { additionOf } from '#areas/library/web/where.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './added.module.css'

/** Every library that came, in the order of loading: also the progress while it comes. */
export function AddedList({ addition: { items, undone_at } }: { readonly addition: Addition }) {
  const t = useWords('library')
  const name = useName()
  const navigate = useNavigate()
  const done = items.filter(({ status }) => status === 'COMPLETE').length
  const again = async ({ file_id }: AdditionItem) => {
    try {
      const { object } = await api.call<typeof addFromShelf>('POST /shelf/add', { body: { ids: [file_id] } })
      void navigate({ to: additionOf(object.id) })
    } catch (reason) {
      toast.error(failureText(reason))
    }
  }
  const content = ({ requirements, pairs, solutions }: AdditionItem) =>
    requirements > 0
      ? t('added.requirements', { count: requirements })
      : pairs > 0
        ? t('added.pairs', { count: pairs })
        : solutions > 0
          ? t('added.solutions', { count: solutions })
          : ''
  const way = (item: AdditionItem) => {
    if (undone_at !== null || item.status !== 'COMPLETE') return null
    if (item.policy_id !== null) return path('/org/policies/$id', { id: item.policy_id })
    return item.kind === 'mapping' ? path('/admin/catalog/mapping_sets') : item.kind === 'solution' ? path('/admin/catalog/measures') : null
  }
  return (
    <Box as="section" edge="all" fill="surface" className={css.card} aria-label={t('added.list')}>
      <Row as="header" align="center" gap={10} padY={10} padX={14} size={13} weight={600}>
        <Row as="h3" align="center" gap={10} padY={10} padX={14} size={13} weight={600}>
          {t('added.list')}
        </Row>
        <span role="status">{t('added.of', { done, count: items.length })}</span>
        <ButtonLink variant="link" to={path('/org/policies/shelf')}>
          {t('added.back')}
        </ButtonLink>
      </Row>
      <ul className={css.items}>
        {items.map((item) => {
          const to = way(item)
          return (
            <Grid as="li" align="center" gap={10} padY={4} padX={14} edge="soft-above" key={item.report_id}>
              <Text as="b" narrows weight={500} breaks>
                {name(item)}
              </Text>
              <span className={css.count}>{item.reason ?? content(item)}</span>
              <span>
                <State item={item} />
              </span>
              <span className={css.open}>
                {item.status === 'ERROR' ? (
                  <Button size="sm" onClick={() => void again(item)}>
                    {t('shelf.try_again')}
                  </Button>
                ) : to ? (
                  <ButtonLink variant="link" to={to}>
                    {t('added.open')}
                  </ButtonLink>
                ) : null}
              </span>
            </Grid>
          )
        })}
      </ul>
    </Box>
  )
}

function State({ item: { status, progress, outcome } }: { readonly item: AdditionItem }) {
  const t = useWords('library')
  if (status === 'INIT') return <>{t('shelf.states.waiting')}</>
  if (status === 'STARTED') return <progress max={100} value={progress} aria-label={t('shelf.states.adding', { progress })} />
  if (status === 'ERROR') {
    return (
      <StatusBadge tone="bad" glyph="cross">
        {t('shelf.states.failed')}
      </StatusBadge>
    )
  }
  return (
    <StatusBadge tone="success" glyph="check">
      {t(`added.outcomes.${outcome ?? 'none'}`)}
    </StatusBadge>
  )
}
