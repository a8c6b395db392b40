import { useWords } from '#kit/web/i18n/words.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { scoreText, shownScore } from '#kit/contract/shown-score.ts'
import { useEffectOf } from './proposals-api.ts'

/** Perimeters that are named; the others are counted. */
const most = 4

/** What scores become once all that waits is accepted; nothing where that cannot be foreseen. */
export function Effect({ id }: { readonly id: number }) {
  const t = useWords('assistants')
  const { data, isPending, isError } = useEffectOf(id, true)
  if (isError || data === null) return null
  if (isPending || !data) return <Skeleton height={20} />
  const moving = data.perimeters.filter(({ consolidated: { before, after } }) => shownScore(before) !== shownScore(after))
  const more = moving.length - most + data.hidden
  return (
    <Stack gap={4} as="section" aria-label={t('proposals.effect', { count: data.changes })}>
      <Text size={12} tone="quiet">
        {t('proposals.effect', { count: data.changes })}
      </Text>
      {moving.length === 0 ? (
        <Text as="p">{t(data.hidden > 0 ? 'proposals.effect_hidden' : 'proposals.no_effect', { count: data.hidden })}</Text>
      ) : (
        <Row as="ul" wrap gap={16} rowGap={4} figures>
          {moving.slice(0, most).map(({ id: perimeter, name, consolidated: { before, after } }) => (
            <li key={perimeter}>
              {name}{' '}
              <b>
                {scoreText(before)} → {scoreText(after)}
              </b>
            </li>
          ))}
          {more > 0 ? <li>{t('proposals.effect_more', { count: more })}</li> : null}
        </Row>
      )}
    </Stack>
  )
}
