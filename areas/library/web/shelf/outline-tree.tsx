import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { OutlineNode } from '#areas/library/contract/shelf.ts'
import { CutName } from '#kit/web/ui/cut-name.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { textIn } from './names.ts'
import css from './outline-tree.module.css'

interface Line {
  readonly index: number
  readonly level: number
  readonly children: readonly number[]
  readonly requirements: number
}

interface OutlineTreeProps {
  readonly label: string
  readonly nodes: readonly OutlineNode[]
  readonly language: string
}

/** Lines of the tree by their place; those without a parent under -1. */
function linesOf(nodes: readonly OutlineNode[]): ReadonlyMap<number, Line> {
  const children = new Map<number, number[]>([[-1, []]])
  for (const [index, [parent]] of nodes.entries()) children.set(parent, [...(children.get(parent) ?? []), index])
  const lines = new Map<number, Line>()
  const visit = (index: number, level: number): number => {
    const own = children.get(index) ?? []
    const requirements = own.reduce((sum, child) => sum + visit(child, level + 1) + (nodes[child]?.[2] ?? 0), 0)
    lines.set(index, { index, level, children: own, requirements })
    return requirements
  }
  visit(-1, 0)
  return lines
}

/** The groups and requirements of a library that is not brought in yet: only what is unfolded stands in the document. */
export function OutlineTree({ label, nodes, language }: OutlineTreeProps) {
  const lines = useMemo(() => linesOf(nodes), [nodes])
  const roots = lines.get(-1)?.children ?? []
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(roots.length <= 3 ? roots : roots.slice(0, 1)))
  const [active, setActive] = useState(roots[0] ?? 0)
  const tree = useRef<HTMLUListElement>(null)
  const shown: Line[] = []
  const collect = (indexes: readonly number[]) => {
    for (const index of indexes) {
      const line = lines.get(index)
      if (!line) continue
      shown.push(line)
      if (open.has(index)) collect(line.children)
    }
  }
  collect(roots)
  const toggle = (index: number, wanted = !open.has(index)) => {
    const next = new Set(open)
    if (wanted) next.add(index)
    else next.delete(index)
    setOpen(next)
  }
  const go = (index: number | undefined) => {
    if (index === undefined || index < 0) return
    setActive(index)
    tree.current?.querySelector<HTMLElement>(`[data-node="${index}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ index }) => index === active)
    const line = shown[at]
    if (!line) return
    const folds = line.children.length > 0
    if (event.key === 'ArrowDown') go(shown[at + 1]?.index)
    else if (event.key === 'ArrowUp') go(shown[at - 1]?.index)
    else if (event.key === 'Home') go(shown[0]?.index)
    else if (event.key === 'End') go(shown.at(-1)?.index)
    else if (event.key === 'ArrowRight') {
      if (folds && open.has(active)) go(line.children[0])
      else if (folds) toggle(active, true)
    } else if (event.key === 'ArrowLeft') {
      if (folds && open.has(active)) toggle(active, false)
      else go(nodes[active]?.[0])
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (folds) toggle(active)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Box ref={tree} role="tree" aria-label={label} as="ul" overflow="scrolled" edge="all" corner={8} className={css.tree} onKeyDown={onKeyDown}>
      {shown.map(({ index, level, children, requirements }) => {
        const [, reference, assessable, texts] = nodes[index] ?? [-1, null, 0, {}]
        const folds = children.length > 0
        return (
          <li
            key={index}
            role="treeitem"
            aria-level={level}
            aria-expanded={folds ? open.has(index) : undefined}
            aria-selected={false}
            tabIndex={index === active ? 0 : -1}
            data-node={index}
            data-leaf={(assessable === 1 && !folds) || undefined}
            style={{ paddingLeft: 8 + (level - 1) * 18 }}
            onClick={() => {
              go(index)
              if (folds) toggle(index)
            }}
          >
            <Grid as="span" rigid centered tone="quiet" className={css.fold} aria-hidden>
              {folds ? open.has(index) ? <ChevronDown size={14} /> : <ChevronRight size={14} /> : null}
            </Grid>
            {reference ? (
              <Text cut rigid tone="quiet" figures className={css.reference}>
                {reference}
              </Text>
            ) : null}
            <Text cut grow narrows weight={550} className={css.text} title={textIn(texts, language)}>
              <CutName text={textIn(texts, language) === reference ? '' : textIn(texts, language)} />
            </Text>
            {folds ? (
              <Text rigid tone="soft" figures>
                {requirements}
              </Text>
            ) : null}
          </li>
        )
      })}
    </Box>
  )
}
