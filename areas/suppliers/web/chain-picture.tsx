import type { ChainLink } from '#areas/suppliers/contract/calls.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './suppliers.module.css'

const [boxWidth, boxHeight, gapX, gapY, head] = [176, 46, 44, 14, 22]

interface Box {
  readonly link: ChainLink
  readonly x: number
  readonly y: number
}

/** Each rank is a column; whoever works for somebody stands to the right of them, and each between those who work for it. */
export function layOut(links: readonly ChainLink[]): { readonly boxes: readonly Box[]; readonly width: number; readonly height: number } {
  const below = Map.groupBy(
    links.map((link, at) => ({ link, at })),
    ({ link }) => link.under ?? -1,
  )
  const rows = new Map<number, number>()
  let free = 0
  const place = (at: number): number => {
    const children = (below.get(at) ?? []).map((child) => place(child.at))
    const row = children.length > 0 ? ((children[0] ?? 0) + (children.at(-1) ?? 0)) / 2 : free++
    rows.set(at, row)
    return row
  }
  if (links.length > 0) place(0)
  const ranks = links.reduce((most, { rank }) => Math.max(most, rank), 1)
  return {
    boxes: links.map((link, at) => ({ link, x: (link.rank - 1) * (boxWidth + gapX), y: head + (rows.get(at) ?? 0) * (boxHeight + gapY) })),
    width: ranks * (boxWidth + gapX) - gapX,
    height: head + Math.max(1, free) * (boxHeight + gapY) - gapY,
  }
}

/** A name that does not fit is cut; the list beside the picture has it whole. */
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** A chain as a drawing; what it shows is told by its list, too. */
export function ChainPicture({ links, name }: { readonly links: readonly ChainLink[]; readonly name: string }) {
  const t = useWords('suppliers')
  const { boxes, width, height } = layOut(links)
  const ranks = boxes.reduce((most, { link }) => Math.max(most, link.rank), 1)
  return (
    // It is wider than a phone, and moved by the arrow keys then.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.picture} tabIndex={0} role="region" aria-label={t('chain.title', { name })}>
      <svg
        viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        width={width + 2}
        height={height + 2}
        role="img"
        aria-label={t('chain.picture', { name, count: new Set(links.map(({ id }) => id)).size, ranks })}
      >
        {Array.from({ length: ranks }, (_, n) => (
          <text key={n} className={css.rank} x={n * (boxWidth + gapX)} y={12}>
            {n === 0 ? t('chain.us') : t('chain.rank', { rank: String(n + 1) })}
          </text>
        ))}
        {boxes.map(({ link, x, y }, at) => {
          const from = link.under === null ? undefined : boxes[link.under]
          const label = link.name ?? t('chain.hidden')
          return (
            <g key={`${link.id} ${at}`}>
              {from ? (
                <path
                  className={css.edge}
                  d={`M${from.x + boxWidth},${from.y + boxHeight / 2} C${from.x + boxWidth + gapX / 2},${from.y + boxHeight / 2} ${x - gapX / 2},${y + boxHeight / 2} ${x},${y + boxHeight / 2}`}
                />
              ) : null}
              <rect
                className={css.box}
                data-criticality={link.criticality ?? undefined}
                data-again={link.again || undefined}
                x={x}
                y={y}
                width={boxWidth}
                height={boxHeight}
                rx="6"
              />
              <text className={css.boxName} x={x + 10} y={y + 19}>
                {cut(label, 24)}
                <title>{label}</title>
              </text>
              <text className={css.boxAbout} x={x + 10} y={y + 35}>
                {cut([link.again ? t('chain.again') : link.country, link.task ?? link.service].filter(Boolean).join(' · '), 28)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
