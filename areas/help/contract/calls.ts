import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { printable } from '#kit/contract/schema.ts'
import { videoProviders } from './video.ts'

const identifier = z.string().regex(/^[a-z0-9_]{1,64}$/)
const params = z.strictObject({ identifier })
const link = z.object({ identifier: z.string(), title: z.string() })
export type PageLink = z.infer<typeof link>

/** What readers may say of a page (SHL-15). */
export const ratings = [-1, 0, 1] as const
export type Rating = (typeof ratings)[number]
const rating = z.union(ratings.map((one) => z.literal(one))).nullable()

/** Where a page stands in the table of contents. */
export const pageGroups = ['start', 'everywhere', 'my_space', 'operations', 'strategy', 'actions', 'performance', 'administration', 'provider'] as const
export type PageGroup = (typeof pageGroups)[number]

const wikiPage = z.object({
  identifier: z.string(),
  /** In the reader's language, as the content is; Markdown. */
  title: z.string(),
  content: z.string(),
  children: z.array(link),
  link_id: z.string().nullable(),
  provider: z.enum(videoProviders).nullable(),
  /** The reader's own; null: none yet, or not asked. */
  current_rating: rating,
  /** Whether the reader is asked at all: staff is not (SHL-20). */
  rating_right: z.boolean(),
  edit_right: z.boolean(),
})
export type WikiPage = z.infer<typeof wikiPage>

export const readWikiPage = defineCall('GET /wiki/page/{identifier}', {
  right: 'session',
  summary: 'Read a page of the documentation',
  params,
  answer: z.object({ object: wikiPage, rating }),
})

export const rateWikiPage = defineCall('PUT /wiki/page/{identifier}/rating', {
  right: 'session',
  summary: 'Say whether a page was helpful',
  params,
  query: z.strictObject({ rating: z.enum(['-1', '0', '1']) }),
  answer: z.object({ message: z.string().optional() }),
})

export const readContents = defineCall('GET /wiki/contents', {
  right: 'session',
  summary: 'List the pages of the documentation',
  answer: z.object({ objects: z.array(z.object({ group: z.enum(pageGroups), pages: z.array(link) })) }),
})

const found = link.extend({ excerpt: z.string() })
export type FoundPage = z.infer<typeof found>

export const searchWiki = defineCall('GET /wiki/search', {
  right: 'session',
  costly: true,
  summary: 'Search the documentation',
  query: z.strictObject({ q: z.string().max(200) }),
  answer: z.object({ objects: z.array(found) }),
})

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.trim() !== '', { params: { key: 'kit.errors.mandatory' } })
    .refine(printable, { params: { key: 'kit.errors.invalid_value' } })

/** What staff writes of a page. */
const source = z.strictObject({
  title_en: text(128),
  title_fr: text(128),
  content_en: text(20_000),
  content_fr: text(20_000),
  children: z.array(identifier).max(24),
  link_id: z.string().max(20).nullable(),
  provider: z.enum(videoProviders).nullable(),
})
export type WikiSource = z.infer<typeof source>

const wholeSource = source.extend({
  identifier: z.string(),
  /** 0 while nobody has ever changed it. */
  version: z.int(),
  /** Whether it differs from what came with the product. */
  edited: z.boolean(),
})
export type WholeWikiSource = z.infer<typeof wholeSource>

export const readWikiSource = defineCall('GET /wiki/page/{identifier}/source', {
  right: 'wiki.write',
  summary: 'Read a page of the documentation as it is written, in every language',
  params,
  answer: z.object({ object: wholeSource }),
})

export const writeWikiPage = defineCall('PUT /wiki/page/{identifier}', {
  right: 'wiki.write',
  summary: 'Write a page of the documentation, for everybody',
  params,
  body: source.partial().extend({ version: z.int().min(0).optional() }),
  answer: z.object({ message: z.string().optional(), object: wholeSource }),
})

export const restoreWikiPage = defineCall('DELETE /wiki/page/{identifier}', {
  right: 'wiki.write',
  summary: 'Put back the page that came with the product',
  params,
  answer: z.object({ message: z.string().optional(), object: wholeSource }),
})

const feedback = link.extend({ votes: z.int(), helpful: z.int(), kind_of: z.int(), not_really: z.int() })
export type PageFeedback = z.infer<typeof feedback>

export const readFeedback = defineCall('GET /wiki/feedback', {
  right: 'wiki_feedback.read',
  summary: 'Count what readers said of each page of the documentation',
  answer: z.object({ objects: z.array(feedback) }),
})
