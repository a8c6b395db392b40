import { ArrowLeftRight, TextSearch } from 'lucide-react'
import { sureFrom, type Suggestion, type SuggestionSource } from '#areas/policies/contract/linking.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Popover } from '#kit/web/ui/popover.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './linking.module.css'

type Shown = Pick<Suggestion, 'percent' | 'kind' | 'policy' | 'identifier'>

/** Where a suggestion comes from, in a few words. */
export const useSourceName = () => {
  const t = useWords('policies')
  return ({ kind, policy, identifier }: Shown) => (kind === 'LIKENESS' ? t('linking.likeness') : [policy, identifier].filter(Boolean).join(', '))
}

/** How sure a suggestion is, and by what: never a percent alone. */
export function Confidence({ of }: { readonly of: Shown }) {
  const named = useSourceName()
  const Icon = of.kind === 'MAPPING' ? ArrowLeftRight : TextSearch
  return (
    <Row as="span" inline align="center" gap={8} narrows tone="soft" size={12} className={css.confidence}>
      <svg className={css.meter} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden data-weak={of.percent < sureFrom || undefined}>
        <rect width="100" height="4" />
        <rect width={of.percent} height="4" />
      </svg>
      <Text as="b" rigid tone="plain" weight={600} figures>
        {of.percent}&nbsp;%
      </Text>
      <Icon size={13} aria-hidden />
      <Text cut narrows>
        {named(of)}
      </Text>
    </Row>
  )
}

/** The same, which opens what it rests on: the pairs of mapping sets and the texts. */
export function ConfidenceSources({ of, sources }: { readonly of: Shown; readonly sources: readonly SuggestionSource[] }) {
  const t = useWords('policies')
  return (
    <Popover
      label={t('linking.sources')}
      width={380}
      placement="bottom-end"
      trigger={(props) => (
        <button
          type="button"
          className={css.sourceButton}
          tabIndex={-1}
          data-tooltip={t('linking.sources')}
          {...props}
          onMouseDown={(event) => event.stopPropagation()}
        >
          <Confidence of={of} />
        </button>
      )}
    >
      {() => (
        <Box overflow="scrolled" padY={10} padX={12} className={css.sources} tabIndex={0} role="group" aria-label={t('linking.sources')}>
          <Text as="h4" below={6} size={12}>
            {t('linking.sources')}
          </Text>
          <ul>
            {sources.map((source) => (
              <Row
                as="li"
                gap={10}
                padY={6}
                edge="soft-above"
                size={12}
                key={`${source.kind} ${source.control_id} ${source.mapping_set} ${source.relationship}`}
              >
                <b>{source.percent}&nbsp;%</b>
                <div>
                  <p>
                    {source.control_id === null ? t('linking.own_text') : [source.policy, source.identifier].filter(Boolean).join(', ')}
                    {source.name ? <span> {source.name}</span> : null}
                  </p>
                  <Text as="p" size={12} tone="quiet">
                    {source.kind === 'LIKENESS'
                      ? t('linking.likeness')
                      : [source.mapping_set, source.relationship ? t(`linking.relationship.${source.relationship}`) : null].filter(Boolean).join(' · ')}
                  </Text>
                </div>
              </Row>
            ))}
          </ul>
        </Box>
      )}
    </Popover>
  )
}
