import type { Language } from '#kit/contract/catalogue.ts'
import { loadWords, showLanguage } from './store.ts'

/** Loads the words that every page needs and shows the language, unless another one was asked for meanwhile; without remembering it as a choice. */
export async function startWords(language: Language, areas: readonly string[]): Promise<void> {
  await Promise.all([...areas.map((area) => loadWords(area, language)), showLanguage(language)])
}
