import { useMemo } from 'react'
import { useWords, type LooseWords } from './words.ts'

/** What people call an entity, its fields, its choices and its form's sections; a missing word shows its own key. */
export interface EntityWords {
  readonly one: string
  readonly many: string
  /** The button that creates one: «New action». */
  readonly new: string
  field(name: string): string
  /** A second line that explains a field, when the catalogue has one under `help`. */
  help(name: string): string | undefined
  choice(field: string, value: string): string
  section(name: string): string
  /** Any other word under `<area>.entities.<entity>`. */
  word(key: string, values?: Readonly<Record<string, string | number>>): string | undefined
}

/** The same outside components, from translators that are at hand. */
export function entityWords(area: LooseWords, shared: LooseWords, entity: string): EntityWords {
  const at = (key: string) => `entities.${entity}.${key}`
  const known = new Map<string, string>()
  const once = (key: string, make: () => string): string => {
    const word = known.get(key) ?? make()
    known.set(key, word)
    return word
  }
  return {
    get one() {
      return area(at('one'))
    },
    get many() {
      return area(at('many'))
    },
    get new() {
      return area(at('new'))
    },
    field: (name) =>
      once(`fields.${name}`, () => {
        const key = at(`fields.${name}`)
        return !area.has(key) && shared.has(`table.${name}`) ? shared(`table.${name}`) : area(key)
      }),
    help: (name) => (area.has(at(`help.${name}`)) ? area(at(`help.${name}`)) : undefined),
    choice: (field, value) =>
      once(`choices.${field}.${value}`, () => {
        const key = at(`choices.${field}.${value}`)
        const common = `table.${field}_choices.${value}`
        return !area.has(key) && shared.has(common) ? shared(common) : area(key)
      }),
    section: (name) => area(at(`sections.${name}`)),
    word: (key, values) => (area.has(at(key)) ? area(at(key), values) : undefined),
  }
}

/** The words of an entity, from `<area>.entities.<entity>`; suspends like `useWords`. */
export function useEntityWords(entity: { readonly area: string; readonly name: string }): EntityWords {
  const area = useWords(entity.area)
  const shared = useWords('kit' as string)
  // Another language brings other translators.
  return useMemo(() => entityWords(area, shared, entity.name), [area, shared, entity.name])
}
