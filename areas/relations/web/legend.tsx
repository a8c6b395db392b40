import { useWords } from '#kit/web/i18n/words.ts'
import { nodeTypes, type NodeType } from '#areas/relations/contract/types.ts'
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
    <div className={css.legend} data-legend role="group" aria-label={t('legend')}>
      {nodeTypes.map((type) => {
        const count = counts.get(type)
        if (!count) return null
        const { icon: Icon, shape, tint } = looks[type]
        return (
          <button key={type} type="button" aria-pressed={!hidden.has(type)} onClick={() => onToggle(type)}>
            <span className={css.sign} data-shape={shape} data-tint={tint}>
              <Icon size={11} aria-hidden />
            </span>
            {kinds[type].many} <Text tone="quiet">{count}</Text>
          </button>
        )
      })}
      <span className={css.note}>
        <span className={css.ringSign} aria-hidden /> {t('legend_score')}
      </span>
      {crossed ? (
        <span className={css.note}>
          <span className={css.dashSign} aria-hidden /> {t('legend_link')}
        </span>
      ) : null}
    </div>
  )
}
