import { useWords } from '#kit/web/i18n/words.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { scoreText, shownScore } from '#kit/contract/shown-score.ts'
import type { ProposalEffect } from '#areas/assistants/contract/proposals.ts'
import { useEffectOf } from './proposals-api.ts'

/** Perimeters that are named; the others are counted. */
const most = 4

type Step = ProposalEffect['perimeters'][number]['own']
const moves = ({ before, after }: Step): boolean => shownScore(before) !== shownScore(after)

const isSame = (one: Step, other: Step): boolean => shownScore(one.before) === shownScore(other.before) && shownScore(one.after) === shownScore(other.after)

const Moved = ({ step: { before, after } }: { readonly step: Step }) => (
  <b>
    {scoreText(before)} → {scoreText(after)}
  </b>
)

/** What scores become once all that waits is accepted, or why nobody can tell. */
export function Effect({ id }: { readonly id: number }) {
  const t = useWords('assistants')
  const { data, isPending, isError } = useEffectOf(id, true)
  if (isError || data === null)
    return (
      <Text as="p" size={12} tone="quiet">
        {t(isError ? 'proposals.effect_failed' : 'proposals.effect_unforeseen')}
      </Text>
    )
  if (isPending || !data) return <Skeleton height={20} />
  const moving = data.perimeters.filter(({ own, consolidated }) => moves(own) || moves(consolidated))
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
          {moving.slice(0, most).map(({ id: perimeter, name, own, consolidated }) => (
            <li key={perimeter}>
              {name} {moves(consolidated) ? <Moved step={consolidated} /> : null}
              {/* Its own may move while that with those below it stays. */}
              {moves(own) && !isSame(own, consolidated) ? (
                <>
                  {' '}
                  <Text tone="quiet">{t('proposals.effect_own')}</Text> <Moved step={own} />
                </>
              ) : null}
            </li>
          ))}
          {more > 0 ? <li>{t('proposals.effect_more', { count: more })}</li> : null}
        </Row>
      )}
    </Stack>
  )
}
