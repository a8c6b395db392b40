import type { Language } from './catalogue.ts'

/** What a page reads besides what every page reads, as the build tells the server: addresses of files. */
export interface AnnouncedPage {
  /** In the router's syntax: `/actions/$id`. */
  readonly path: string
  readonly files: readonly string[]
  /** Its words, of which a browser takes those of one language. */
  readonly words: Readonly<Partial<Record<Language, readonly string[]>>>
}
