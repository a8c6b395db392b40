import { ChevronRight, Search, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, type CSSProperties } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { CutName } from '#kit/web/ui/cut-name.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { TreeNode } from '#areas/relations/contract/tree.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { looks } from './looks.ts'
import type { Item, Line } from './model.ts'
import css from './object-list.module.css'
import { ScoreFigure } from './score-figure.tsx'
import type { Kinds } from './use-kinds.ts'

interface ObjectListProps {
  readonly lines: readonly Line[]
  /** Objects in all. */
  readonly count: number
  readonly kinds: Kinds
  readonly active: string
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onActive: (key: string) => void
  readonly onToggle: (line: Line) => void
  readonly onChoose: (item: Item) => void
}

/** The objects of the drawing as a tree of lines, for the keyboard and for whoever does not see the drawing. */
export function ObjectList({ lines, count, kinds, active, search, onSearch, onActive, onToggle, onChoose }: ObjectListProps) {
  const t = useWords('relations')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // One begins in the list, once it is there.
  useEffect(() => {
    if (document.activeElement?.matches('h1, body, dialog')) list.current?.focus()
  }, [])
  const there = lines.some(({ key }) => key === active)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div className={css.search}>
        <TextInput
          type="search"
          aria-label={t('search', { count })}
          placeholder={t('search', { count })}
          icon={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{search.trim() ? t('found', { count: lines.filter(({ item }) => item).length }) : ''}</span>
      </VisuallyHidden>
      <Box
        ref={list}
        role="tree"
        tabIndex={0}
        aria-label={t('list')}
        grow
        shortens
        overflow="scrolled"
        className={css.list}
        {...(there ? { 'aria-activedescendant': `${id}-${active}` } : {})}
      >
        {lines.map((line) => {
          const { key, item, type, level, count: below, open } = line
          const Icon = looks[type].icon
          const name = item ? item.node.label : kinds[type].many
          return (
            <Row
              key={key}
              id={`${id}-${key}`}
              role="treeitem"
              aria-level={level}
              aria-selected={key === active}
              {...(below > 0 ? { 'aria-expanded': open } : {})}
              holds
              align="center"
              corner={6}
              tone="soft"
              className={css.line}
              style={{ '--level': level } as CSSProperties}
              data-active={key === active || undefined}
              data-tint={looks[type].tint}
              data-group={item === null || undefined}
              onClick={() => (item === null ? onToggle(line) : onActive(key))}
              onDoubleClick={() => item && onChoose(item)}
            >
              {below > 0 ? (
                <Grid
                  type="button"
                  tabIndex={-1}
                  as="button"
                  rigid
                  centered
                  tone="quiet"
                  className={css.toggle}
                  data-open={open || undefined}
                  aria-label={t(open ? 'collapse' : 'expand', { name })}
                  onClick={(event) => {
                    event.stopPropagation()
                    onToggle(line)
                  }}
                >
                  <ChevronRight size={14} aria-hidden />
                </Grid>
              ) : (
                <span className={css.leaf} />
              )}
              {item ? (
                <>
                  <Icon size={14} className={css.icon} aria-hidden />
                  <VisuallyHidden>{kinds[type].one} </VisuallyHidden>
                </>
              ) : null}
              <Text cut grow narrows>
                <CutName text={name} />
              </Text>
              {item ? (
                <Aside node={item.node} kinds={kinds} />
              ) : (
                <Text tone="quiet" size={12} weight={400}>
                  {below}
                </Text>
              )}
            </Row>
          )
        })}
      </Box>
    </>
  )
}

function Aside({ node, kinds }: { readonly node: TreeNode; readonly kinds: Kinds }) {
  const t = useWords('relations')
  const late = node.warnings.find(({ of }) => of === null)
  return (
    <Row as="span" inline rigid align="center" gap={6} weight={400}>
      {node.warnings.length > 0 ? (
        <>
          <TriangleAlert size={13} className={css.warning} aria-hidden />
          <VisuallyHidden>
            {node.warnings.map(({ days, of }) => (of === null ? t('late', { days }) : t('late_of', { name: of, days }))).join(', ')}{' '}
          </VisuallyHidden>
        </>
      ) : null}
      {late ? (
        <Text size={12} tone="bad" weight={600} aria-hidden>
          {t('late_short', { days: late.days })}
        </Text>
      ) : null}
      {node.missing ? (
        <Text tone="quiet" size={12} weight={400}>
          {t('missing')}
        </Text>
      ) : null}
      {node.score && !late ? <ScoreFigure score={node.score} /> : null}
      {!node.score && !late && !node.missing && node.state ? (
        <Text tone="quiet" size={12} weight={400}>
          {kinds[node.type].choice(node.state.field, node.state.value)}
        </Text>
      ) : null}
    </Row>
  )
}
