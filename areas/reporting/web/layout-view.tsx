import type { CSSProperties, ReactNode } from 'react'
import { useLanguage } from '#kit/web/i18n/store.ts'
import type { Block, Layout } from '#areas/reporting/contract/layout.ts'
import { titleOf } from './blocks/block-view.tsx'
import { landmarkNames } from './section-names.ts'
import css from './layout.module.css'

interface LayoutProps {
  readonly layout: Layout
  readonly render: (block: Block) => ReactNode
  /** What else stands in a section, which is there for that alone. */
  readonly below?: ((section: string) => ReactNode) | undefined
}

/** Sections one below the other, each with its blocks in columns; those for which nothing is drawn are left out. */
export function LayoutView({ layout, render, below }: LayoutProps) {
  const language = useLanguage()
  const names = landmarkNames(layout.sections.map((section) => titleOf(section, language)))
  return (
    <div className={css.sections}>
      {layout.sections.map((section, at) => {
        const blocks = section.blocks.flatMap((block) => {
          const drawn = render(block)
          return drawn === null ? [] : [{ block, drawn }]
        })
        const title = titleOf(section, language)
        const more = below?.(section.id) ?? null
        return blocks.length === 0 && more === null ? null : (
          <section key={section.id} aria-label={names[at] || undefined}>
            {title ? <h2 className={css.title}>{title}</h2> : null}
            <div className={css.grid} style={{ '--columns': section.columns } as CSSProperties}>
              {blocks.map(({ block, drawn }) => (
                <div key={block.id} className={css.cell} data-type={block.type} style={{ '--span': Math.min(block.width, section.columns) } as CSSProperties}>
                  {drawn}
                </div>
              ))}
            </div>
            {more}
          </section>
        )
      })}
    </div>
  )
}
