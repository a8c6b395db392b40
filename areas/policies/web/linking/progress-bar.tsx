import { ListChecks } from 'lucide-react'
import { acceptedAbove } from '#areas/policies/contract/linking.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './linking.module.css'
import type { Progress } from './linking-rows.ts'

interface ProgressBarProps {
  readonly progress: Progress
  readonly onAccept: () => Promise<void>
  readonly busy: boolean
}

/** How far linking is, and the suggestions that one press accepts. */
export function ProgressBar({ progress, onAccept, busy }: ProgressBarProps) {
  const t = useWords('policies')
  const format = useFormat()
  const { total, linked, suggested, toSearch, above } = progress
  return (
    <Row
      as="section"
      wrap
      align="center"
      gap={16}
      rowGap={8}
      edge="all"
      fill="subtle"
      tone="soft"
      className={css.progress}
      aria-label={t('linking.progress', { linked: format.number(linked), count: total })}
    >
      <p>
        <Text as="b" tone="plain" weight={600}>
          {format.number(linked)}
        </Text>{' '}
        {t('linking.progress_rest', { count: total })}
      </p>
      <Track progress={progress} />
      <Row as="ul" gap={16} size={12} className={css.legend}>
        <li>
          <i data-part="suggested" aria-hidden />
          <Text as="b" tone="plain" weight={600}>
            {format.number(suggested)}
          </Text>{' '}
          {t('linking.suggested')}
        </li>
        <li>
          <i data-part="search" aria-hidden />
          <Text as="b" tone="plain" weight={600}>
            {format.number(toSearch)}
          </Text>{' '}
          {t('linking.to_search')}
        </li>
      </Row>
      {above > 0 ? (
        <Button size="sm" icon={<ListChecks size={14} aria-hidden />} loading={busy} onClick={() => void onAccept()}>
          {t('linking.accept_above', { count: above, percent: String(acceptedAbove) })}
        </Button>
      ) : null}
    </Row>
  )
}

/** Linked, with a suggestion, to search: as long as they are many. */
export function Track({ progress: { linked, suggested, toSearch } }: { readonly progress: Progress }) {
  const parts = [
    ['linked', linked],
    ['suggested', suggested],
    ['search', toSearch],
  ] as const
  return (
    <Row overflow="clipped" corner={4} fill="active" className={css.track} aria-hidden>
      {parts.map(([part, count]) => (
        <i key={part} data-part={part} style={{ flexGrow: count }} />
      ))}
    </Row>
  )
}
