import type { EntityDef } from './entity.ts'
import type { Filter } from './list-query.ts'
import type { Right } from './right.ts'

type Filters = readonly Filter[]

/** A word that is shown with a number: the rows of an entity that its filters keep, among those that the reader may see. */
export interface Figure {
  /** `<entity>.<word>`; its word for people is `<area>.figures.<entity>.<word>`. */
  readonly name: string
  readonly entity: string
  /** The list that shows exactly the rows counted; by the day it is for the customer, `YYYY-MM-DD`, where it depends on that. */
  readonly filters: (today: string) => Filters
  /** Who is shown it; whoever may read the entity unless said. */
  readonly right: Right
  /** Whether more of them is better; absent where that is nobody's to say. */
  readonly rises?: boolean
}

/** Which words count what there should be more of, and what less. */
export interface Direction<N extends string = string> {
  readonly more?: readonly N[]
  readonly fewer?: readonly N[]
}

/** Of whatever entity. */
const fewerOfAny: readonly string[] = ['late', 'mine_late', 'unassigned']

const risesOf = (word: string, { more = [], fewer = [] }: Direction): Pick<Figure, 'rises'> =>
  more.includes(word) ? { rises: true } : [...fewerOfAny, ...fewer].includes(word) ? { rises: false } : {}

/** One filter of a figure. */
export const only = (name: string, ...selected_options: Filter['selected_options']): Filter => ({ name, selected_options })

/**
 * Declares what the words of an entity count, once: the server counts by these filters and every link from a number leads to the list under them.
 * A filter that the entity's list does not offer is a fault of the program.
 */
export function defineFigures<const N extends string>(
  def: EntityDef,
  figures: Readonly<Record<N, Filters | ((today: string) => Filters) | { readonly right: Right; readonly filters: Filters | ((today: string) => Filters) }>>,
  direction: Direction<NoInfer<N>> = {},
): Readonly<Record<N, Figure>> {
  const declared = Object.entries(figures) as [N, (typeof figures)[N]][]
  return Object.fromEntries(
    declared.map(([word, figure]) => {
      const { filters, right } = 'right' in figure ? figure : { filters: figure, right: def.rights.read }
      return [
        word,
        {
          name: `${def.name}.${word}`,
          entity: def.name,
          filters: typeof filters === 'function' ? filters : () => filters,
          right,
          ...risesOf(word, direction),
        },
      ]
    }),
  ) as Record<N, Figure>
}
