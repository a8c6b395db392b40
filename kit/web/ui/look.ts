import './look.css'

/** How a thing looks, in values of the scale: each of them is a rule of look.css, which a test compares. */
export const looks = {
  /** Room between what stands in it, in px of the grid. */
  gap: [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24],
  /** Between its lines, where it differs from that between what stands beside each other. */
  rowGap: [2, 4, 6, 8, 10, 12, 14, 20],
  align: ['baseline', 'center', 'end', 'start', 'stretch'],
  /** Where it stands along the line: by default at its beginning. */
  spread: ['between', 'last', 'middle'],
  wrap: [true],
  /** Columns of one width. */
  columns: [1, 2, 3],
  /** In the middle of its room, both ways. */
  centered: [true],
  /** Stands in a line of words. */
  inline: [true],
  /** Takes the room that is left in what it stands in. */
  grow: [true],
  /** Neither grows nor shrinks. */
  rigid: [true],
  /** May be narrower than what it holds. */
  narrows: [true],
  /** May be lower than what it holds. */
  shortens: [true],
  /** As wide as what it stands in. */
  full: [true],
  /** Spans all columns. */
  across: [true],
  /** Holds what is placed within it. */
  holds: [true],
  overflow: ['clipped', 'scrolled', 'scrolled-across', 'scrolled-down'],
  /** A line of room above and below, as a paragraph of prose has it. */
  apart: [true],
  /** Room outside of it, in px of the grid. */
  above: [2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24],
  below: [2, 4, 6, 8, 10, 12, 14, 16, 20],
  /** Away from what stands before it, as far as there is room. */
  pushed: [true],
  /** Room within, at its sides and above and below. */
  padX: [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 24],
  padY: [2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24],
  /** Where it has a line. */
  edge: ['above', 'all', 'below', 'soft-above', 'soft-below', 'strong'],
  /** Radius of its corners in px. */
  corner: [4, 6, 8, 12],
  fill: ['accent', 'active', 'bad', 'canvas', 'hover', 'mute', 'ok', 'raised', 'selected', 'subtle', 'surface', 'warn'],
  /** Of the letters, in px of the scale; that of the place by default, as all that follows. */
  size: [11, 12, 13, 14, 16, 20, 28],
  /** Height of a line in px. */
  line: [16, 18, 20, 22, 24],
  tone: ['accent', 'bad', 'mute', 'ok', 'plain', 'quiet', 'soft', 'warn'],
  weight: [400, 500, 550, 600, 700],
  upright: [true],
  /** Figures of one width, to be read below each other. */
  figures: [true],
  /** To which side its words stand. */
  side: ['center', 'end', 'left', 'right', 'start'],
  oneLine: [true],
  /** A long word breaks anywhere. */
  breaks: [true],
  /** One line, cut where the room ends. */
  cut: [true],
  /** At most two lines, cut where these end. */
  twoLines: [true],
  /** Said to screen readers only. */
  spoken: [true],
} as const

/** The properties of `looks`, all of them optional, and what only its own page says of it. */
export type Look = { readonly [P in keyof typeof looks]?: (typeof looks)[P][number] | undefined } & { readonly className?: string | undefined }

/** The class that gives a look; of one sheet for all, as its names stand in every page's first bytes. */
export const classOf = (property: string, value: unknown) => (value === true ? `look-${property}` : `look-${property}-${String(value)}`)

/** What an element gets for its looks: one class, and the rest of its properties as they are. */
export function dress({ className, ...props }: Look & Record<string, unknown>, base?: 'row' | 'stack' | 'grid') {
  const classes = base ? [`look-${base}`] : []
  const rest: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(props)) {
    if (!(property in looks)) rest[property] = value
    else if (value) classes.push(classOf(property, value))
  }
  rest['className'] = (className ? [...classes, className] : classes).join(' ') || undefined
  return rest
}
