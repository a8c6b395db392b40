import { expect } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { catalogues } from '#app/server/registry.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'
import type { World } from './actions-world.ts'

/** The same person twice, once for each language. */
export type Both = Readonly<Record<Language, Person>>

const words: Readonly<Record<string, Readonly<Record<Language, object>>>> = catalogues
/** Messages of one part of an area's words, such as `errors`, by key. */
export const messagesOf = (area: string, lang: Language, part = 'errors') =>
  ((words[area]?.[lang] as Readonly<Record<string, unknown>> | undefined)?.[part] ?? {}) as Readonly<Record<string, string>>

/** A plural written out: any of its forms. */
const forms = (text: string): string => {
  const from = /\{\w+, plural,/.exec(text)
  if (!from) return text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, '.+')
  let depth = 0
  const end = [...text].findIndex((sign, at) => at >= from.index && (depth += sign === '{' ? 1 : sign === '}' ? -1 : 0) === 0)
  return `${forms(text.slice(0, from.index))}.+${forms(text.slice(end + 1))}`
}
/** What a message looks like once its values stand in it. */
const lookOf = (text: string) => new RegExp(forms(text))

/** Everything that a refusal says. */
export const messagesIn = ({ body }: Answer) => [body.message, ...Object.values((body.errors ?? {}) as Record<string, string[]>).flat()].join('\n')

/** People of a role who read each language. */
export async function pairOf({ app, customer }: World, role: Parameters<World['app']['member']>[1], more: object = {}): Promise<Both> {
  return { en: await app.member(customer, role, { ...more, lang: 'en' }), fr: await app.member(customer, role, { ...more, lang: 'fr' }) }
}

/** Notes which messages somebody was refused with, in both languages; what is refused changes nothing, so that both try the same. */
export function meetMessages() {
  const met = new Set<string>()
  return {
    met,
    /** Both are refused with a message, at the field that is named if one is. */
    refused: async (by: Both, name: string, tries: (by: Person, lang: Language) => Promise<Answer>, field?: string): Promise<void> => {
      const [area = '', ...path] = name.split('.')
      const [key = '', part] = path.toReversed()
      for (const lang of languages) {
        const answer = await tries(by[lang], lang)
        const at = field === undefined ? messagesIn(answer) : (answer.body.errors?.[field] ?? []).join('\n')
        const look = lookOf(messagesOf(area, lang, part)[key] ?? `no message ${name}`)
        expect.soft([name, lang, answer.status >= 400, at]).toEqual([name, lang, true, expect.stringMatching(look)])
      }
      met.add(name)
    },
    /** The messages of an area that nobody was refused with. */
    unmet: (area: string, part = 'errors') =>
      Object.keys(messagesOf(area, 'en', part))
        .map((key) => (part === 'errors' ? `${area}.${key}` : `${area}.${part}.${key}`))
        .filter((name) => !met.has(name)),
  }
}
