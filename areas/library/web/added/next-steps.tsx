import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AddedFramework } from '#areas/library/contract/addition.ts'
import { applyingOf, linkingOf } from '#areas/library/web/where.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import css from './added.module.css'

/** Link, apply, decide: the next of them is the primary one. */
export function NextSteps({ framework }: { readonly framework: AddedFramework }) {
  const t = useWords('library')
  const format = useFormat()
  const names = new Intl.ListFormat(useLanguage())
  const { policy_id, requirements, linked, suggested, by_sets, alike, applied } = framework
  // Where most came linked, what is left can be linked at any time.
  const mostly = linked * 2 > requirements
  const parts = [
    ['linked', linked],
    ['by_mapping', suggested],
    ['by_likeness', alike],
    ['to_search', Math.max(0, requirements - linked - suggested - alike)],
  ] as const
  return (
    <Box as="section" edge="all" fill="surface" className={css.card} aria-label={t('added.next')}>
      <Row as="h3" align="center" gap={10} padY={10} padX={14} size={13} weight={600}>
        {t('added.next')}
      </Row>
      <ol className={css.steps}>
        <Step
          n={1}
          current={!mostly && !applied}
          title={linked > 0 ? t('added.link_done', { linked, count: requirements }) : t('added.link', { count: requirements })}
          text={
            linked === requirements
              ? ''
              : framework.models === 0
                ? t('added.link_none')
                : t('added.link_text', { suggested: suggested + alike, models: framework.models })
          }
          action={
            linked < requirements ? (
              <ButtonLink variant={!mostly && !applied ? 'primary' : 'default'} to={linkingOf(policy_id)}>
                {t(linked > 0 ? 'added.go_on' : 'added.start')}
              </ButtonLink>
            ) : null
          }
        >
          <Row above={10} below={8} overflow="clipped" corner={4} fill="mute" className={css.track} aria-hidden>
            {parts.map(([what, count]) => (
              <i key={what} data-part={what} style={{ flexGrow: count }} />
            ))}
          </Row>
          <Row as="ul" wrap gap={14} rowGap={4} tone="soft" size={12} className={css.legend}>
            {parts
              .filter(([, count]) => count > 0)
              .map(([what, count]) => (
                <li key={what}>
                  <i data-part={what} aria-hidden />
                  <b>{format.number(count)}</b> {t(`added.${what}`)}
                </li>
              ))}
          </Row>
          {suggested > 0 && by_sets.length > 0 ? (
            <Text as="p" above={4} tone="quiet" size={12}>
              {t('added.by_sets', { count: by_sets.length, names: names.format(by_sets) })}
            </Text>
          ) : null}
        </Step>
        <Step
          n={2}
          current={mostly && !applied}
          title={t('added.apply')}
          text={t(mostly ? 'added.apply_ready' : 'added.apply_text')}
          action={
            <ButtonLink variant={mostly && !applied ? 'primary' : 'default'} icon={<Layers size={14} aria-hidden />} to={applyingOf(policy_id)}>
              {t('added.apply_button')}
            </ButtonLink>
          }
        />
        <Step
          n={3}
          current={applied}
          off={!applied}
          title={t('added.decide')}
          text={t('added.decide_text')}
          action={
            applied ? (
              <ButtonLink variant="primary" to={path('/org/security-bases')}>
                {t('added.decide_button')}
              </ButtonLink>
            ) : (
              <Text size={12} oneLine className={css.after}>
                {t('added.after_two')}
              </Text>
            )
          }
        />
      </ol>
    </Box>
  )
}

interface StepProps {
  readonly n: number
  readonly current: boolean
  readonly off?: boolean
  readonly title: string
  readonly text: string
  readonly action: ReactNode
  readonly children?: ReactNode
}

function Step({ n, current, off, title, text, action, children }: StepProps) {
  return (
    <Row as="li" align="start" gap={14} padY={14} padX={14} edge="soft-above" aria-current={current ? 'step' : undefined} data-off={off || undefined}>
      <Grid as="span" rigid centered fill="mute" tone="mute" size={12} weight={600} className={css.number} aria-hidden>
        {n}
      </Grid>
      <Box grow narrows className={css.what}>
        <h4>{title}</h4>
        {text ? <p>{text}</p> : null}
        {children}
      </Box>
      {action}
    </Row>
  )
}
