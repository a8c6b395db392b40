import { Maximize, Minus, Plus } from 'lucide-react'
import type { Ref } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './relations.module.css'

/** How large the drawing is. */
export function ZoomButtons({
  zoom,
  onZoom,
  onFit,
}: {
  readonly zoom: Ref<HTMLSpanElement>
  readonly onZoom: (by: number) => void
  readonly onFit: () => void
}) {
  const t = useWords('relations')
  return (
    <Row align="center" edge="all" corner={8} fill="raised" rigid padY={3} padX={3} size={12} className={css.zoom}>
      <IconButton label={t('zoom.out')} aria-keyshortcuts="-" onClick={() => onZoom(0.8)}>
        <Minus size={14} />
      </IconButton>
      <span ref={zoom} />
      <IconButton label={t('zoom.in')} aria-keyshortcuts="+" onClick={() => onZoom(1.25)}>
        <Plus size={14} />
      </IconButton>
      <IconButton label={t('zoom.fit')} aria-keyshortcuts="0" onClick={onFit}>
        <Maximize size={14} />
      </IconButton>
    </Row>
  )
}

/** What the keyboard does in the list. */
export function KeyLegend() {
  const t = useWords('relations')
  return (
    <Text as="p" rigid padY={10} padX={16} edge="above" tone="quiet" size={12}>
      <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('keys.walk')} <Kbd>→</Kbd> {t('keys.unfold')} <Kbd>{t('keys.enter')}</Kbd> {t('keys.recentre')}
    </Text>
  )
}
