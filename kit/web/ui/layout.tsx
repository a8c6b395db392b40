import type { ComponentProps } from 'react'
import css from './layout.module.css'

type Tag =
  | 'article'
  | 'aside'
  | 'dd'
  | 'div'
  | 'dl'
  | 'dt'
  | 'fieldset'
  | 'figure'
  | 'footer'
  | 'form'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'header'
  | 'li'
  | 'main'
  | 'nav'
  | 'ol'
  | 'output'
  | 'p'
  | 'section'
  | 'small'
  | 'span'
  | 'strong'
  | 'ul'

interface Layout {
  /** Room between what stands in it, in px of the grid. */
  readonly gap?: 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24
  readonly align?: 'baseline' | 'center' | 'end' | 'start'
  /** Where it stands along the line: by default at its beginning. */
  readonly spread?: 'between' | 'last' | 'middle'
  readonly wrap?: boolean
  /** Takes the room that is left in what it stands in. */
  readonly grow?: boolean
  /** May be narrower than what it holds. */
  readonly narrows?: boolean
}
type LayoutProps<T extends Tag> = Layout & { readonly as?: T } & Omit<ComponentProps<T>, 'className' | 'style'>

const classes = (base: string | undefined, { gap, align, spread, wrap, grow, narrows }: Layout) =>
  [base, gap && css[`g${gap}`], align && css[align], spread && css[spread], wrap && css.wrap, grow && css.grow, narrows && css.narrows]
    .filter(Boolean)
    .join(' ')

/** Things beside each other. */
export function Row<T extends Tag = 'div'>({ as, gap, align, spread, wrap, grow, narrows, ...props }: LayoutProps<T>) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...(props as ComponentProps<'div'>)} className={classes(css.row, { gap, align, spread, wrap, grow, narrows })} />
}

/** Things below each other. */
export function Stack<T extends Tag = 'div'>({ as, gap, align, spread, wrap, grow, narrows, ...props }: LayoutProps<T>) {
  const Element = (as ?? 'div') as 'div'
  return <Element {...(props as ComponentProps<'div'>)} className={classes(css.stack, { gap, align, spread, wrap, grow, narrows })} />
}
