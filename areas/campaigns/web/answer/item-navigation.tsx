import { CircleAlert, Flag, Sparkle } from 'lucide-react'
import { memo, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { ContentItem } from '#areas/campaigns/contract/answer-calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { isAnswered, textOf, type Lang } from './model.ts'
import { LevelChip } from './level-chip.tsx'
import { ProgressRing } from './progress-ring.tsx'
import { partName, sectionsOf } from './sections.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './rail.module.css'

export type RailFilter = 'all' | 'left' | 'flagged'

interface RailProps {
  readonly evaluation: Evaluation
  readonly lang: Lang
  readonly item: number
  readonly filter: RailFilter
  readonly flags: ReadonlySet<number>
  readonly onFilter: (filter: RailFilter) => void
  readonly onGo: (item: number) => void
}

/** The way through an evaluation: its parts with how far each is, the items of the one that is open. */
export function ItemNavigation({ evaluation, lang, item, filter, flags, onFilter, onGo }: RailProps) {
  const t = useWords('campaigns')
  const { model, left, asked } = evaluation
  const here = model.itemOf.get(item)?.part
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const sections = useMemo(() => sectionsOf(evaluation), [evaluation])
  const lefts = useMemo(() => new Set(left), [left])
  const shown = (one: number) => filter === 'all' || (filter === 'left' ? lefts.has(one) || one === item : flags.has(one))
  const visible = sections.map((section) => ({ ...section, items: section.items.filter(shown) })).filter(({ items }) => items.length > 0)
  const root = useRef<HTMLUListElement>(null)
  const isOpen = (key: string) => toggled.get(key) ?? (key === here || filter !== 'all')
  const toggle = (key: string) => setToggled((before) => new Map(before).set(key, !isOpen(key)))
  const flagged = [...flags].filter((one) => asked.includes(one)).length
  return (
    <Stack as="nav" shortens aria-label={t('answer.contents')}>
      <div className={css.filters}>
        <Segmented
          label={t('answer.filter')}
          value={filter}
          onChange={onFilter}
          options={[
            { value: 'all', label: `${t('answer.all')} ${asked.length}` },
            { value: 'left', label: `${t('answer.to_answer')} ${left.length}` },
            { value: 'flagged', label: String(flagged), icon: <Flag size={13} role="img" aria-label={t('answer.flagged')} /> },
          ]}
        />
      </div>
      {visible.length === 0 ? (
        <Text as="p" tone="quiet" size={13} className={css.none}>
          {t(filter === 'flagged' ? 'answer.nothing_flagged' : 'answer.nothing_left')}
        </Text>
      ) : null}
      <Box
        role="tree"
        aria-label={t('answer.contents')}
        as="ul"
        grow
        overflow="scrolled-down"
        className={css.tree}
        ref={root}
        onKeyDown={(event) => treeKeys(event, root.current)}
      >
        {visible.map(({ part, items, asked: count, answered }) => (
          <li
            key={part.key}
            role="treeitem"
            aria-expanded={isOpen(part.key)}
            tabIndex={part.key === here && !isOpen(part.key) ? 0 : -1}
            data-section
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('[data-item]')) return
              toggle(part.key)
            }}
          >
            <Row as="span" align="center" gap={8} padY={4} padX={8} corner={6} size={13} className={css.section}>
              <ProgressRing asked={count} answered={answered} />
              <Text rigid tone="quiet" figures>
                {part.identifier}
              </Text>
              <Text as="b" grow weight={600} breaks>
                {partName(part, lang, t('answer.loose'))}
              </Text>
              <Text as="em" tone="soft" figures>
                {answered}/{count}
              </Text>
            </Row>
            {isOpen(part.key) ? (
              <ul role="group">
                {items.map((one) => {
                  const asks = model.itemOf.get(one)
                  return asks ? (
                    <RailItem key={one} asks={asks} lang={lang} here={one === item} evaluation={evaluation} flagged={flags.has(one)} onGo={onGo} />
                  ) : null
                })}
              </ul>
            ) : null}
          </li>
        ))}
      </Box>
      <Keys evaluation={evaluation} />
    </Stack>
  )
}

interface RailItemProps {
  readonly asks: ContentItem
  readonly lang: Lang
  readonly here: boolean
  readonly evaluation: Evaluation
  readonly flagged: boolean
  readonly onGo: (item: number) => void
}

const RailItem = memo(
  function RailItem({ asks, lang, here, evaluation, flagged, onGo }: RailItemProps) {
    const t = useWords('campaigns')
    const { item, identifier } = asks
    const { lacks } = evaluation.stands(item)
    const given = evaluation.given.get(item)
    const [lack] = lacks
    const suggested = given?.suggested
    return (
      <Row
        role="treeitem"
        data-item
        aria-current={here ? 'step' : undefined}
        aria-selected={here}
        tabIndex={here ? 0 : -1}
        as="li"
        align="center"
        gap={8}
        size={13}
        className={css.item}
        onClick={() => onGo(item)}
      >
        <LevelChip evaluation={evaluation} item={item} lang={lang} />
        <Text rigid tone="quiet" figures>
          {identifier}
        </Text>
        <Text cut grow narrows title={textOf(asks, 'name', lang)}>
          {textOf(asks, 'name', lang)}
        </Text>
        {evaluation.model.changed.has(item) ? (
          <Sparkle
            size={13}
            aria-label={t(evaluation.model.changed.get(item)?.new ? 'answer.changed.new' : 'answer.changed.changed', { campaign: t('answer.changed.last') })}
          />
        ) : null}
        {flagged ? <Flag size={13} aria-label={t('answer.flagged')} /> : null}
        {lack && lack !== 'answer' && isAnswered(evaluation.question(item), given) && !suggested ? (
          <CircleAlert size={13} className={css.lack} aria-label={t(`answer.lacks.${lack}`)} />
        ) : null}
      </Row>
    )
  },
  (before, after) =>
    before.here === after.here &&
    before.flagged === after.flagged &&
    before.lang === after.lang &&
    before.asks === after.asks &&
    before.onGo === after.onGo &&
    before.evaluation.given.get(before.asks.item) === after.evaluation.given.get(after.asks.item) &&
    before.evaluation.stands(before.asks.item).lacks.join() === after.evaluation.stands(after.asks.item).lacks.join(),
)

/** Arrows move between what is shown, left and right close and open, Enter opens. */
function treeKeys(event: KeyboardEvent, root: HTMLElement | null): void {
  const target = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role=treeitem]') : null
  if (!root || !target) return
  const all = [...root.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const at = all.indexOf(target)
  const focus = (to: HTMLElement | undefined) => to?.focus()
  const expanded = target.getAttribute('aria-expanded')
  if (event.key === 'ArrowDown') focus(all[at + 1])
  else if (event.key === 'ArrowUp') focus(all[at - 1])
  else if (event.key === 'Home') focus(all[0])
  else if (event.key === 'End') focus(all.at(-1))
  else if (event.key === 'ArrowRight' && expanded === 'false') target.click()
  else if (event.key === 'ArrowLeft' && expanded === 'true') target.click()
  else if (event.key === 'ArrowLeft') focus(target.parentElement?.closest<HTMLElement>('[role=treeitem]') ?? undefined)
  else if (event.key === 'Enter' || event.key === ' ') target.click()
  else return
  event.preventDefault()
}

function Keys({ evaluation: { model, source } }: { readonly evaluation: Evaluation }) {
  const t = useWords('campaigns')
  const keys = [
    [['1', '–', String(Math.min(9, Math.max(2, model.levels.length || 5)))], t('answer.key.level')],
    ...(model.rules.na_allowed ? [[['N'], t('answer.key.na')] as const] : []),
    [['J', 'K'], t('answer.key.move')],
    [['C'], t('answer.key.comment')],
    [['E'], t('answer.key.evidence')],
    ...(source.openAction && model.rules.remediation_enabled ? [[['A'], t('answer.key.action')] as const] : []),
    [['↵'], t('answer.key.next')],
    [['Esc'], t('answer.key.leave')],
  ] as const
  return (
    <Grid as="dl" gap={10} rowGap={6} padY={10} padX={16} edge="above" tone="soft" size={12} className={css.keys} aria-label={t('answer.keys')}>
      {keys.map(([letters, what]) => (
        <Row align="center" gap={6} key={what}>
          <Row as="dt" align="center" gap={3}>
            {letters.map((one) => (one === '–' ? <span key={one}>–</span> : <Kbd key={one}>{one}</Kbd>))}
          </Row>
          <dd>{what}</dd>
        </Row>
      ))}
    </Grid>
  )
}
