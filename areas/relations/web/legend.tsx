import { useWords } from '#kit/web/i18n/words.ts'
import { nodeTypes, type NodeType } from '#areas/relations/contract/types.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { looks } from './looks.ts'
import css from './relations.module.css'
import type { Kinds } from './use-kinds.ts'

interface LegendProps {
  readonly counts: ReadonlyMap<NodeType, number>
  readonly kinds: Kinds
  readonly hidden: ReadonlySet<NodeType>
  readonly onToggle: (type: NodeType) => void
  /** There are links beside those of the tree. */
  readonly crossed: boolean
}

/** The types there are, with how many; each can be hidden. */
export function Legend({ counts, kinds, hidden, onToggle, crossed }: LegendProps) {
  const t = useWords('relations')
  return (
    <Row
      align="center"
      edge="all"
      corner={8}
      fill="raised"
      wrap
      gap={2}
      padY={4}
      padX={4}
      className={css.legend}
      data-legend
      role="group"
      aria-label={t('legend')}
    >
      {nodeTypes.map((type) => {
        const count = counts.get(type)
        if (!count) return null
        const { icon: Icon, shape, tint } = looks[type]
        return (
          <Row
            size={12}
            padY={4}
            padX={8}
            as="button"
            inline
            align="center"
            gap={6}
            corner={6}
            tone="soft"
            key={type}
            type="button"
            aria-pressed={!hidden.has(type)}
            onClick={() => onToggle(type)}
          >
            <Grid as="span" holds centered tone="soft" className={css.sign} data-shape={shape} data-tint={tint}>
              <Icon size={11} aria-hidden />
            </Grid>
            {kinds[type].many} <Text tone="quiet">{count}</Text>
          </Row>
        )
      })}
      <Row as="span" inline align="center" gap={6} padY={4} padX={8} tone="quiet" size={12}>
        <span className={css.ringSign} aria-hidden /> {t('legend_score')}
      </Row>
      {crossed ? (
        <Row as="span" inline align="center" gap={6} padY={4} padX={8} tone="quiet" size={12}>
          <span className={css.dashSign} aria-hidden /> {t('legend_link')}
        </Row>
      ) : null}
    </Row>
  )
}
