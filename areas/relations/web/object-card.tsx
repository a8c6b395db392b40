import { TriangleAlert } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { letterKeys } from '#kit/web/letter-keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { isTreeType } from '#areas/relations/contract/types.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Item } from './model.ts'
import css from './object-card.module.css'
import { ScoreFigure } from './score-figure.tsx'
import type { Kinds } from './use-kinds.ts'

interface ObjectCardProps {
  readonly item: Item
  readonly kinds: Kinds
  /** Opens its record; absent where it has no page for this reader. */
  readonly onOpen: (() => void) | undefined
  readonly onChoose: () => void
}

/** What is selected, and what can be done with it. */
export function ObjectCard({ item: { node, parent }, kinds, onOpen, onChoose }: ObjectCardProps) {
  const t = useWords('relations')
  const kind = kinds[node.type]
  return (
    <Box as="section" overflow="clipped" edge="all" corner={12} fill="raised" className={css.card} aria-label={t('card')}>
      <div className={css.body}>
        <Text size={12} tone="quiet">
          {[kind.one, node.identifier].filter(Boolean).join(' · ')}
        </Text>
        <Text as="h2" above={2} below={8} size={14} line={20} weight={600} breaks>
          {node.label === node.name || node.label.startsWith(`${node.identifier} `) ? node.name : `${node.name}, ${node.label}`}
        </Text>
        {node.state ? (
          <StatusBadge {...lookOf(node.state.value, `${node.type}.${node.state.field}`)}>{kind.choice(node.state.field, node.state.value)}</StatusBadge>
        ) : null}
        <Box as="dl">
          {node.missing ? (
            <Text as="dd" weight={500}>
              {t('missing')}
            </Text>
          ) : null}
          {node.score ? (
            <div>
              <Text as="dt" tone="quiet">
                {t(node.score.unit === 'LEVEL' ? 'level' : 'performance')}
              </Text>
              <Text as="dd" weight={500}>
                <ScoreFigure score={node.score} />
              </Text>
            </div>
          ) : null}
          {node.manager ? (
            <div>
              <Text as="dt" tone="quiet">
                {t('manager')}
              </Text>
              <Text as="dd" weight={500}>
                {node.manager}
              </Text>
            </div>
          ) : null}
        </Box>
      </div>
      {node.warnings.length > 0 ? (
        <Box as="ul" padY={8} padX={14} fill="warn" tone="warn" className={css.warnings}>
          {node.warnings.map(({ days, of }) => (
            <Row as="li" align="baseline" gap={8} padY={2} key={of ?? ''}>
              <TriangleAlert size={13} aria-hidden />
              {of === null ? t('late', { days }) : t('late_of', { name: of, days })}
            </Row>
          ))}
        </Box>
      ) : null}
      {onOpen || parent ? (
        <Row gap={8} padY={10} padX={14} edge="above">
          {onOpen ? (
            <Button wide onClick={onOpen} {...(letterKeys.on() ? { 'aria-keyshortcuts': 'O' } : {})}>
              {t('open')} {letterKeys.on() ? <Kbd>O</Kbd> : null}
            </Button>
          ) : null}
          {parent && isTreeType(node.type) ? (
            <Button wide variant="primary" onClick={onChoose}>
              {t('recentre')}
            </Button>
          ) : null}
        </Row>
      ) : null}
      {parent && !isTreeType(node.type) ? (
        <Text as="p" tone="quiet" size={12} className={css.note}>
          {t('no_tree')}
        </Text>
      ) : null}
    </Box>
  )
}
