import { use } from 'react'
import { useEntityWords, type EntityWords } from '#kit/web/i18n/entity-words.ts'
import { loadWords } from '#kit/web/i18n/store.ts'

const loading = new Map<string, Promise<void>>()

/** What objects of any kind are called, waiting for the words of an area that may not have been opened yet; the same promise each time, as React wants it. */
export function useKindWords(area: string, entity: string): EntityWords {
  const known = loading.get(area) ?? loadWords(area)
  loading.set(area, known)
  use(known)
  return useEntityWords({ area, name: entity })
}
