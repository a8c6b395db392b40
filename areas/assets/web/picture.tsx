import { Fragment } from 'react'
import type { Drawing, DrawnEdge, DrawnNode } from '#areas/assets/contract/drawing.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { colorStyle, toneOf } from '#kit/web/ui/level-color.ts'
import css from './assets.module.css'
import { spotsOf } from './columns.ts'
import { addressOf, useNodeName, useNodeType } from './node-name.tsx'

const [boxWidth, boxHeight, gapX, gapY, arc] = [178, 48, 48, 14, 22]

interface Place {
  readonly x: number
  readonly y: number
}

/** From the right side of one box to the left of the other; within a loop around the right sides of both. */
function lineOf(a: Place, b: Place, { loop }: Pick<DrawnEdge, 'loop'>): string {
  const [ay, by] = [a.y + boxHeight / 2, b.y + boxHeight / 2]
  if (loop) {
    const [down, out] = [by > ay ? 6 : -6, a.x + boxWidth + arc]
    return `M${a.x + boxWidth},${ay + down} C${out},${ay + down} ${out},${by - down} ${b.x + boxWidth},${by - down}`
  }
  const half = Math.max(gapX / 2, (b.x - a.x - boxWidth) / 2)
  return `M${a.x + boxWidth},${ay} C${a.x + boxWidth + half},${ay} ${b.x - half},${by} ${b.x},${by}`
}

/** A name that does not fit is cut; the list beside the picture has it whole. */
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** What carries what, from the values on the left to what all of it stands on; loops are marked. The list beside it tells the same. */
export function Picture({ drawing: { nodes, edges }, title }: { readonly drawing: Drawing; readonly title: string }) {
  const t = useWords('assets')
  const places = spotsOf(nodes, edges).map(({ column, row }): Place => ({ x: column * (boxWidth + gapX), y: row * (boxHeight + gapY) }))
  const width = Math.max(...places.map(({ x }) => x)) + boxWidth + (edges.some(({ loop }) => loop) ? arc : 0)
  const height = Math.max(...places.map(({ y }) => y)) + boxHeight
  return (
    // It is wider than a panel, and moved by the arrow keys then.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.picture} tabIndex={0} role="region" aria-label={title}>
      <svg
        viewBox={`-3 -3 ${width + 8} ${height + 6}`}
        width={width + 8}
        height={height + 6}
        role="group"
        aria-label={t('drawing.picture', { count: nodes.length })}
      >
        <defs>
          <marker id="assets-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path className={css.arrow} d="M0,0.5L7,4L0,7.5z" />
          </marker>
          <marker id="assets-loop" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path className={css.loopArrow} d="M0,0.5L7,4L0,7.5z" />
          </marker>
        </defs>
        {edges.map((edge) => {
          const [a, b] = [places[edge.from], places[edge.to]]
          return a && b ? (
            <path
              key={`${edge.from} ${edge.to}`}
              className={css.edge}
              data-loop={edge.loop || undefined}
              d={lineOf(a, b, edge)}
              markerEnd={edge.loop ? 'url(#assets-loop)' : 'url(#assets-arrow)'}
            />
          ) : null
        })}
        {nodes.map((node, at) => (
          <Fragment key={`${node.entity} ${node.id}`}>
            <Box node={node} place={places[at] ?? { x: 0, y: 0 }} own={at === 0} />
          </Fragment>
        ))}
      </svg>
    </div>
  )
}

function Box({ node, place: { x, y }, own }: { readonly node: DrawnNode; readonly place: Place; readonly own: boolean }) {
  const t = useWords('assets')
  const language = useLanguage()
  const label = useNodeName()(node)
  const type = useNodeType()(node)
  const level = levelOf(useLevels('business_impacts'), node.need)
  const about = [type, level && levelName(level, language), node.loop && t('drawing.loop')].filter(Boolean).join(' · ')
  const box = (
    <g transform={`translate(${x} ${y})`}>
      <rect
        className={css.box}
        data-own={own || undefined}
        data-entity={node.entity}
        data-loop={node.loop || undefined}
        width={boxWidth}
        height={boxHeight}
        rx="6"
      />
      {level ? (
        <rect
          className={css.need}
          x="1"
          y="6"
          width="4"
          height={boxHeight - 12}
          rx="2"
          data-tone={toneOf(level.color)}
          data-color={colorStyle(level.color) ? true : undefined}
          style={colorStyle(level.color)}
        />
      ) : null}
      <text className={css.boxName} x={12} y={20}>
        {cut(label, 23)}
        <title>{label}</title>
      </text>
      <text className={css.boxAbout} x={12} y={37}>
        {cut(about, 30)}
      </text>
    </g>
  )
  if (own || node.name === null) return box
  return <Link to={addressOf(node)}>{box}</Link>
}
