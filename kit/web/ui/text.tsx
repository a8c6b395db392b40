import type { ComponentProps } from 'react'
import css from './text.module.css'

type Tag =
  | 'b'
  | 'dd'
  | 'div'
  | 'dt'
  | 'em'
  | 'figcaption'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'i'
  | 'li'
  | 'output'
  | 'p'
  | 'small'
  | 'span'
  | 'strong'
  | 'td'
  | 'th'
  | 'time'
  | 'ul'

interface Look {
  /** Of the letters, in px of the scale; that of the place by default, as all that follows. */
  readonly size?: 11 | 12 | 13 | 14 | 16 | 20
  /** Height of a line in px. */
  readonly line?: 16 | 18 | 20 | 22 | 24
  readonly tone?: 'accent' | 'bad' | 'ok' | 'plain' | 'quiet' | 'soft' | 'warn'
  readonly weight?: 400 | 500 | 550 | 600
  /** Figures of one width, to be read below each other. */
  readonly figures?: boolean
  readonly oneLine?: boolean
  /** A long word breaks anywhere. */
  readonly breaks?: boolean
  /** One line, cut where the room ends. */
  readonly cut?: boolean
  /** At most two lines, cut where these end. */
  readonly twoLines?: boolean
  /** A line of room above and below, as a paragraph of prose has it. */
  readonly apart?: boolean
}

/** Words with a look of the scale. */
export function Text<T extends Tag = 'span'>({
  as,
  size,
  line,
  tone,
  weight,
  figures,
  oneLine,
  breaks,
  cut,
  twoLines,
  apart,
  ...props
}: Look & { readonly as?: T } & Omit<ComponentProps<T>, 'className' | 'style'>) {
  const Element = (as ?? 'span') as 'span'
  const look = [
    size && css[`s${size}`],
    line && css[`l${line}`],
    tone && css[tone],
    weight && css[`w${weight}`],
    figures && css.figures,
    oneLine && css.oneLine,
    breaks && css.breaks,
    cut && css.cut,
    twoLines && css.twoLines,
    apart && css.apart,
  ]
  return <Element {...props} className={look.filter(Boolean).join(' ')} />
}
