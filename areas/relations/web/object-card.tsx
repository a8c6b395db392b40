import { TriangleAlert } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { letterKeys } from '#kit/web/letter-keys.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { isTreeType } from '#areas/relations/contract/types.ts'
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
    <section className={css.card} aria-label={t('card')}>
      <div className={css.body}>
        <Text size={12} tone="quiet">
          {[kind.one, node.identifier].filter(Boolean).join(' · ')}
        </Text>
        <h2>{node.label === node.name || node.label.startsWith(`${node.identifier} `) ? node.name : `${node.name}, ${node.label}`}</h2>
        {node.state ? (
          <StatusBadge {...lookOf(node.state.value, `${node.type}.${node.state.field}`)}>{kind.choice(node.state.field, node.state.value)}</StatusBadge>
        ) : null}
        <dl>
          {node.missing ? <dd>{t('missing')}</dd> : null}
          {node.score ? (
            <div>
              <dt>{t(node.score.unit === 'LEVEL' ? 'level' : 'performance')}</dt>
              <dd>
                <ScoreFigure score={node.score} />
              </dd>
            </div>
          ) : null}
          {node.manager ? (
            <div>
              <dt>{t('manager')}</dt>
              <dd>{node.manager}</dd>
            </div>
          ) : null}
        </dl>
      </div>
      {node.warnings.length > 0 ? (
        <ul className={css.warnings}>
          {node.warnings.map(({ days, of }) => (
            <li key={of ?? ''}>
              <TriangleAlert size={13} aria-hidden />
              {of === null ? t('late', { days }) : t('late_of', { name: of, days })}
            </li>
          ))}
        </ul>
      ) : null}
      {onOpen || parent ? (
        <div className={css.foot}>
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
        </div>
      ) : null}
      {parent && !isTreeType(node.type) ? <p className={css.note}>{t('no_tree')}</p> : null}
    </section>
  )
}
