import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useDepartureEffect } from './holders-api.ts'
import css from './holders.module.css'

interface EffectProps {
  readonly member: { readonly id: number; readonly name: string }
  /** What nobody takes by the proposal as it is shown. */
  readonly left: readonly { readonly entity: string; readonly id: number }[]
}

/** What the score becomes without somebody, and with the proposal. */
export function DepartureEffectBlock({ member, left }: EffectProps) {
  const t = useWords('people')
  const format = useFormat()
  const { data, error, isPending, refetch } = useDepartureEffect(member.id, left)
  const score = (value: number | null) => (value === null ? '–' : format.number(value, 1))
  return (
    <Stack as="section" gap={6} aria-labelledby="departure-effect" aria-live="polite">
      <Row as="h3" size={13} gap={8} align="baseline" id="departure-effect">
        <span>{t('departure.effect')}</span>
        {data ? (
          <Text size={12} tone="quiet" weight={400}>
            {t('departure.effect_of', { place: data.place, day: format.date(data.until) })}
          </Text>
        ) : null}
      </Row>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows count={1} />
      ) : !data || data.kept === null ? (
        <Text size={13}>{t('departure.effect_unscored')}</Text>
      ) : data.tasks === 0 ? (
        <Text size={13}>{t('departure.effect_none')}</Text>
      ) : (
        <>
          <dl className={css.facts}>
            <div>
              <dd>{score(data.kept)}</dd>
              <dt>{t('departure.effect_kept')}</dt>
            </div>
            <div>
              <dd>{score(data.without)}</dd>
              <dt>{t('departure.effect_without', { name: member.name })}</dt>
            </div>
            <div>
              <dd>{score(data.proposed)}</dd>
              <dt>{t('departure.effect_proposed')}</dt>
            </div>
          </dl>
          <Text size={12} tone="quiet">
            {t('departure.effect_why', { count: data.tasks })} {t('departure.effect_left', { count: data.left })}
          </Text>
        </>
      )}
    </Stack>
  )
}
