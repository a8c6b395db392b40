import { useMemo } from 'react'
import { entityWords, type EntityWords } from '#kit/web/i18n/entity-words.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { wordsOf } from '#kit/web/i18n/words.ts'
import { nodeTypes, type NodeType } from '#areas/relations/contract/types.ts'
import { looks } from './looks.ts'

export type Kinds = Readonly<Record<NodeType, EntityWords>>

/** What every type is called; the words of their areas came with the view. */
export function useKinds(): Kinds {
  const language = useLanguage()
  return useMemo(
    () => Object.fromEntries(nodeTypes.map((type) => [type, entityWords(wordsOf(looks[type].area), wordsOf('kit'), type)])) as Kinds,
    // Another language brings other translators.
    // oxlint-disable-next-line react/exhaustive-deps
    [language],
  )
}
