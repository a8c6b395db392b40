import { TrendingDown, TrendingUp, X } from 'lucide-react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Spring } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Frozen } from '#areas/reporting/contract/calls.ts'
import type { Difference } from './compare.ts'

interface StripProps {
  readonly difference: Difference
  readonly since: Frozen
  readonly onlyChanged: boolean
  readonly onOnlyChanged: (only: boolean) => void
  readonly onClose: () => void
}

/** What has become better and worse since another version, and what came and went. */
export function ChangesStrip({ difference, since, onlyChanged, onOnlyChanged, onClose }: StripProps) {
  const t = useWords('reporting')
  const format = useFormat()
  const { better, worse, added, removed } = difference
  return (
    <Row role="status" wrap align="center" gap={14} rowGap={4} below={14} padY={6} padX={14} corner={6} edge="all" fill="selected">
      <Text weight={600}>{t('viewer.since', { number: since.number, at: format.date(since.at) })}</Text>
      {better > 0 ? (
        <Row as="span" inline align="center" gap={4} tone="ok">
          <TrendingUp size={14} aria-hidden />
          {t('viewer.better', { count: better })}
        </Row>
      ) : null}
      {worse > 0 ? (
        <Row as="span" inline align="center" gap={4} tone="bad">
          <TrendingDown size={14} aria-hidden />
          {t('viewer.worse', { count: worse })}
        </Row>
      ) : null}
      <Text tone="soft" size={12}>
        {`${t('viewer.added', { count: added.length })}, ${t('viewer.removed', { count: removed.length })}`}
      </Text>
      <Spring />
      <Checkbox label={t('viewer.only_changed')} checked={onlyChanged} onChange={(event) => onOnlyChanged(event.target.checked)} />
      <IconButton size="sm" label={t('viewer.close_compare')} onClick={onClose}>
        <X size={14} />
      </IconButton>
    </Row>
  )
}
