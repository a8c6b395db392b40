import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import { translatorFor } from '#kit/server/http/words.ts'

type Texts = Record<string, Readonly<Record<string, unknown>>>
const modules = import.meta.glob<Texts>(['../{kit,app}/locales/{en,fr}.ts', '../areas/*/locales/{en,fr}.ts'], { eager: true })

const textsOf = (folder: string) =>
  Object.fromEntries(languages.map((lang) => [lang, modules[`${folder}/${lang}.ts`]?.[lang] ?? {}])) as Record<Language, Texts>
const folders = new Set(Object.keys(modules).map((file) => file.slice(0, file.lastIndexOf('/'))))
const translate = translatorFor(Object.fromEntries([...folders].map((folder) => [folder.split('/').at(-2) ?? '', textsOf(folder)])))

/**
 * What a journey speaks whose subject is not the words: French, which takes more room and has more to get wrong, or both with `JOURNEYS_IN=both`. Signing in,
 * the main job and every screen are walked in both.
 */
export const spoken: readonly Language[] = process.env.JOURNEYS_IN === 'both' ? languages : ['fr']

/** What the interface says in a language: `t('kit.actions.save')`; a key that does not exist fails. */
export type Words = (key: string, values?: Message['values']) => string

export function wordsIn(lang: Language): Words {
  return (key, values) => {
    const text = translate(values ? { key, values } : key, lang)
    if (text === key) throw new Error(`There are no words for ${key} in ${lang}`)
    return text
  }
}

const keysIn = (texts: Readonly<Record<string, unknown>>, path: string): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'object' && text !== null ? keysIn(text as Record<string, unknown>, `${path}.${key}`) : [`${path}.${key}`],
  )

/** Everything a page shows in place of words that it does not have: whole keys, those inside an area, and those of titles. */
export function rawKeys(): ReadonlySet<string> {
  const whole = [...folders].flatMap((folder) => keysIn(textsOf(folder).en, folder.split('/').at(-2) ?? ''))
  const within = whole.map((key) => key.slice(key.indexOf('.') + 1)).filter((key) => key.includes('.'))
  const titles = whole.map((key) => key.replace('.pages.', '.'))
  return new Set([...whole, ...within, ...titles, ...titles.map((key) => `titles.${key}`)])
}
