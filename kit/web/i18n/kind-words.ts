import { use } from 'react'
import { entityWords, useEntityWords, type EntityWords } from '#kit/web/i18n/entity-words.ts'
import { loadWords, useLanguage } from '#kit/web/i18n/store.ts'
import { wordsOf } from '#kit/web/i18n/words.ts'

const loading = new Map<string, Promise<void>>()

function wordsCome(area: string): Promise<void> {
  const known = loading.get(area) ?? loadWords(area)
  loading.set(area, known)
  return known
}

/** What objects of any kind are called, waiting for the words of an area that may not have been opened yet; the same promise each time, as React wants it. */
export function useKindWords(area: string, entity: string): EntityWords {
  use(wordsCome(area))
  return useEntityWords({ area, name: entity })
}

/** What several kinds are called, in their order. */
export function useKindNames(kinds: readonly { readonly area: string; readonly entity: string }[]): string[] {
  // Another language brings other words.
  useLanguage()
  for (const { area } of kinds) use(wordsCome(area))
  return kinds.map(({ area, entity }) => entityWords(wordsOf(area), wordsOf('kit'), entity).many)
}
