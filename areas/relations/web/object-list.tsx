import { ChevronRight, Search, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, type CSSProperties } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { CutName } from '#kit/web/ui/cut-name.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { TreeNode } from '#areas/relations/contract/tree.ts'
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
      <div ref={list} role="tree" tabIndex={0} aria-label={t('list')} className={css.list} {...(there ? { 'aria-activedescendant': `${id}-${active}` } : {})}>
        {lines.map((line) => {
          const { key, item, type, level, count: below, open } = line
          const Icon = looks[type].icon
          const name = item ? item.node.label : kinds[type].many
          return (
            <div
              key={key}
              id={`${id}-${key}`}
              role="treeitem"
              aria-level={level}
              aria-selected={key === active}
              {...(below > 0 ? { 'aria-expanded': open } : {})}
              className={css.line}
              style={{ '--level': level } as CSSProperties}
              data-active={key === active || undefined}
              data-tint={looks[type].tint}
              data-group={item === null || undefined}
              onClick={() => (item === null ? onToggle(line) : onActive(key))}
              onDoubleClick={() => item && onChoose(item)}
            >
              {below > 0 ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={css.toggle}
                  data-open={open || undefined}
                  aria-label={t(open ? 'collapse' : 'expand', { name })}
                  onClick={(event) => {
                    event.stopPropagation()
                    onToggle(line)
                  }}
                >
                  <ChevronRight size={14} aria-hidden />
                </button>
              ) : (
                <span className={css.leaf} />
              )}
              {item ? (
                <>
                  <Icon size={14} className={css.icon} aria-hidden />
                  <VisuallyHidden>{kinds[type].one} </VisuallyHidden>
                </>
              ) : null}
              <span className={css.name}>
                <CutName text={name} />
              </span>
              {item ? <Aside node={item.node} kinds={kinds} /> : <span className={css.count}>{below}</span>}
            </div>
          )
        })}
      </div>
    </>
  )
}

function Aside({ node, kinds }: { readonly node: TreeNode; readonly kinds: Kinds }) {
  const t = useWords('relations')
  const late = node.warnings.find(({ of }) => of === null)
  return (
    <span className={css.aside}>
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
      {node.missing ? <span className={css.state}>{t('missing')}</span> : null}
      {node.score && !late ? <ScoreFigure score={node.score} /> : null}
      {!node.score && !late && !node.missing && node.state ? (
        <span className={css.state}>{kinds[node.type].choice(node.state.field, node.state.value)}</span>
      ) : null}
    </span>
  )
}
