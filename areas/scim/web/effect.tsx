import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { ScimEffect } from '#areas/scim/contract/calls.ts'
import { rolesIn } from './role-names.ts'
import css from './scim.module.css'

interface EffectProps {
  readonly effect: ScimEffect | undefined
  readonly busy: boolean
  readonly trial: boolean
  readonly changed: boolean
  readonly onTry: () => void
  readonly onSave: (trial: boolean) => void
}

const named = ['CAME', 'LINKED', 'WAITS_ROLE', 'WAITS_ADDRESS', 'WAITS_OUTSIDE', 'WAITS_OTHER', 'ROLES', 'CLOSED', 'RETURNED', 'RENAMED'] as const
type Named = (typeof named)[number]
const nameOf = (kind: string): Named | 'OTHER' => named.find((one) => one === kind) ?? 'OTHER'

/** What the draft would change; it is saved once it was tried as it stands. */
export function Effect({ effect, busy, trial, changed, onTry, onSave }: EffectProps) {
  const t = useWords('scim')
  const format = useFormat()
  return (
    <Stack as="section" aria-label={t('trial.title')} gap={12} edge="all" corner={8} fill="surface" padX={16} padY={12} aria-live="polite">
      <Row spread="between" align="center">
        <Text as="h2" size={14} weight={600}>
          {t('trial.title')}
        </Text>
        {effect ? (
          <Text size={12} tone="quiet">
            {format.dateTime(effect.at)}
          </Text>
        ) : null}
      </Row>
      <Text as="p" tone="soft">
        {effect ? t('trial.first') : t('trial.save_hint')}
      </Text>
      {effect ? (
        <ul>
          {effect.changes.length === 0 ? <Text as="li">{t('trial.nothing')}</Text> : null}
          {effect.changes.map((change) => (
            <Row as="li" gap={12} key={`${change.kind} ${change.roles.join()} ${change.places.join()}`} edge="soft-above" padY={6}>
              <Text className={css.figure} weight={600} figures>
                {format.number(change.count)}
              </Text>
              <span className={css.wide}>
                <Text as="p">{t(`trial.kinds.${nameOf(change.kind)}`, { roles: rolesIn(change, t) })}</Text>
                <Text as="p" size={12} tone="quiet">
                  {change.count > change.names.length
                    ? t('trial.and_more', { names: change.names.join(', '), count: change.count - change.names.length })
                    : change.names.join(', ')}
                </Text>
              </span>
            </Row>
          ))}
          <Row as="li" gap={12} edge="soft-above" padY={6}>
            <Text className={css.figure} weight={600} figures>
              {format.number(effect.kept)}
            </Text>
            <span>{t('trial.kept', { count: effect.kept })}</span>
          </Row>
        </ul>
      ) : null}
      <Row gap={8} wrap>
        <Button loading={busy && !effect} onClick={onTry}>
          {effect ? t('trial.again') : t('trial.run')}
        </Button>
        {effect && changed ? (
          <Button variant={trial ? 'default' : 'primary'} loading={busy} onClick={() => onSave(trial)}>
            {t('trial.save')}
          </Button>
        ) : null}
        {effect && trial ? (
          <Button variant="primary" loading={busy} onClick={() => onSave(false)}>
            {t('trial.save_on')}
          </Button>
        ) : null}
      </Row>
    </Stack>
  )
}
