import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { PageLink, WikiSource } from '#areas/help/contract/calls.ts'
import { contents } from './contents.ts'

const folder = join(import.meta.dirname, '../pages')

/** A file is a title, `# …`, and below it the text. */
function readPage(identifier: string, lang: Language): { title: string; content: string } {
  const [, title, content] = /^# (.+)\n+([^]+)$/.exec(readFileSync(join(folder, lang, `${identifier}.md`), 'utf8')) ?? []
  if (!title || !content) throw new Error(`The page ${identifier} has no title or no text in ${lang}`)
  return { title, content: content.trim() }
}

function originalOf(identifier: string, children: readonly string[]): WikiSource {
  const [en, fr] = [readPage(identifier, 'en'), readPage(identifier, 'fr')]
  return { title_en: en.title, title_fr: fr.title, content_en: en.content, content_fr: fr.content, children: [...children], link_id: null, provider: null }
}

/** The pages that come with the product, by identifier, in the order of the table of contents; a page without its two files stops the start. */
export const originals: ReadonlyMap<string, WikiSource> = new Map(
  contents.flatMap(({ pages }) => Object.entries(pages)).map(([identifier, children]) => [identifier, originalOf(identifier, children)]),
)

/** What staff wrote in place of an original, with its version; without a text where it was not asked for. */
interface EditedPage extends Omit<WikiSource, keyof Texts>, Texts {
  readonly identifier: string
  readonly version: number
}

/** The text of a page in every language. */
interface Texts {
  readonly content_en: string | null
  readonly content_fr: string | null
}

/** The documentation as it now reads: the originals, and over them what staff wrote. */
export class Wiki {
  readonly #edited: ReadonlyMap<string, EditedPage>
  readonly #lang: Language

  private constructor(edited: readonly EditedPage[], lang: Language) {
    this.#edited = new Map(edited.map((page) => [page.identifier, page]))
    this.#lang = lang
  }

  /** With the text of one page alone, or of every one. */
  static async read(tx: Tx, textOf: string | null): Promise<Wiki> {
    return new Wiki(await tx.run(sql<EditedPage>`select * from edited_wiki_pages(${textOf})`), tx.who.lang)
  }

  /** A page in every language, whose text was read; throws NOT_FOUND where there is none. */
  source(identifier: string): WikiSource {
    const page = this.#page(identifier)
    const { content_en, content_fr } = page
    if (content_en === null || content_fr === null) throw new Error(`The text of ${identifier} was not read`)
    return { ...page, content_en, content_fr }
  }

  #page(identifier: string): EditedPage | WikiSource {
    const page = this.edited(identifier) ?? originals.get(identifier)
    if (!page) throw notFound()
    return page
  }

  /** Pages that no longer exist leave what staff wrote of them behind. */
  edited(identifier: string): EditedPage | undefined {
    return originals.has(identifier) ? this.#edited.get(identifier) : undefined
  }

  title(identifier: string): string {
    return this.#page(identifier)[`title_${this.#lang}`]
  }

  content(identifier: string): string {
    return this.source(identifier)[`content_${this.#lang}`]
  }

  /** Links to pages that there are. */
  links(identifiers: readonly string[]): PageLink[] {
    return identifiers.filter((one) => originals.has(one)).map((identifier) => ({ identifier, title: this.title(identifier) }))
  }
}
