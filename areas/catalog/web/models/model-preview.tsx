import { useQuery } from '@tanstack/react-query'
import type { ModelKind, ModelValue, readSharedModel } from '#areas/catalog/contract/shared.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { api } from '#kit/web/api/client.ts'
import { useEntityWords, type EntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { modelDefs } from './model-defs.ts'
import css from './models.module.css'

const differs = (a: ModelValue, b: ModelValue) => JSON.stringify(a) !== JSON.stringify(b)
const isEmpty = (value: ModelValue) => value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** A shared model before it is the organisation's: what it says, what comes with it, and beside a copy of it what differs, field by field. */
export function ModelPreview({ entity, id }: { readonly entity: ModelKind; readonly id: number }) {
  const t = useWords('catalog')
  const def = modelDefs[entity]
  const words = useEntityWords(def)
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: [entity, 'shared', id],
    queryFn: ({ signal }) => api.call<typeof readSharedModel>('GET /shared/{entity}/{id}', { params: { entity, id }, signal }),
    select: ({ object }) => object,
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={8} />
  const say = (field: string, value: ModelValue) => shown(def, words, format, t, field, value)
  const changed = data.own && data.changed ? data.fields.filter(({ value, own }) => differs(value, own)) : []
  const shownFields = data.fields.filter(({ field, value }) => field !== 'name' && field !== 'description' && !isEmpty(value))
  return (
    <>
      <p className={css.description}>{data.description}</p>
      {data.own && data.changed ? (
        <Box as="section" below={14} padY={10} padX={12} edge="all" corner={8} className={css.changes}>
          <Text as="h3" below={6} size={13} weight={600}>
            {t('models.changes', { count: changed.length })}
          </Text>
          {changed.map(({ field, value, own }) => (
            <div key={field}>
              <b>{words.field(field)}</b>
              <Text as="p" above={2} below={2} breaks>
                <Text as="small" tone="soft">
                  {t('models.yours')}
                </Text>{' '}
                <del>{say(field, own)}</del>
              </Text>
              <Text as="p" above={2} below={2} breaks>
                <Text as="small" tone="soft">
                  {t('models.original')}
                </Text>{' '}
                <ins>{say(field, value)}</ins>
              </Text>
            </div>
          ))}
        </Box>
      ) : null}
      <Grid as="dl" gap={12} rowGap={6} className={css.fields}>
        {shownFields.map(({ field, value }) => (
          <Grid gap={12} key={field}>
            <Text as="dt" tone="soft">
              {words.field(field)}
            </Text>
            <Text as="dd" breaks>
              {say(field, value)}
            </Text>
          </Grid>
        ))}
      </Grid>
      {data.brings.length > 0 ? (
        // A long list makes the panel scroll, which keys can only do where something in it takes the focus.
        <section tabIndex={0} role="region" aria-label={t('models.comes_with')}>
          <Text as="h3" above={16} below={6} size={13} weight={600}>
            {t('models.comes_with')}
          </Text>
          <Grid as="ul" gap={2} className={css.list}>
            {data.brings.map((one) => (
              <Row gap={10} rowGap={2} as="li" wrap align="baseline" padY={6} edge="above" key={`${one.entity}-${one.id}`}>
                <span>{one.name ?? one.identifier}</span>
                <Text as="small" tone="soft">
                  {[t(`models.kinds.${one.entity}`), one.own ? t('models.here') : null].filter(Boolean).join(' · ')}
                </Text>
              </Row>
            ))}
          </Grid>
        </section>
      ) : null}
    </>
  )
}

type Say = (key: 'models.empty' | 'models.yes' | 'models.no') => string

function shown(def: EntityDef, words: EntityWords, format: Format, t: Say, field: string, value: ModelValue): string {
  const options = def.fields[field]?.options
  const choice = (each: string) => (options?.values ? words.choice(field, each) : each)
  if (value === null || value === '') return t('models.empty')
  if (typeof value === 'boolean') return t(value ? 'models.yes' : 'models.no')
  if (typeof value === 'number') return format.number(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map(choice).join(', ') : t('models.empty')
  return choice(value)
}
