import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { AnnouncedPage } from '#kit/contract/announced-page.ts'

/**
 * Serves the built web app: its hashed files for ever, its page under every other address that a browser opens. Without a build it serves
 * nothing. Compressed twins (`.br`, `.gz`) beside the files are preferred.
 */
export async function staticWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const known = filesOf(folder)
  const pageAt = pagesOf(folder)
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  app.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?', 1)[0] ?? '').slice(1)
    if (known.has(path) && path !== 'index.html') {
      // Names under assets hold a hash of the content.
      return reply.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600').sendFile(path)
    }
    const isPage = !path.startsWith('api/') && !path.startsWith('assets/') && (request.headers.accept ?? '').includes('text/html')
    if (!isPage) return reply.callNotFound()
    reply.header('cache-control', 'no-cache')
    // What opens by a secret in its address is found by no search engine, and named to nobody.
    if (path.startsWith('share/')) reply.header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer')
    const page = pageAt(`/${path}`)
    if (!page) return reply.sendFile('index.html')
    reply.header('etag', page.etag)
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page.html)
  })
}

function filesOf(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')))
}

interface NamedPage {
  readonly html: string
  readonly etag: string
}

/** The page with the names of what its address reads, for `before-paint.js` to ask for them at once; nothing for an address of which the build tells nothing. */
function pagesOf(folder: string): (path: string) => NamedPage | undefined {
  const manifestPath = join(folder, '.vite/pages.json')
  if (!existsSync(manifestPath)) return () => undefined
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const pages = (JSON.parse(readFileSync(manifestPath, 'utf8')) as AnnouncedPage[])
    .map((page) => ({ ...page, pattern: new RegExp(`^${page.path.replaceAll(/\$\w+/g, '[^/]+')}/?$`), open: page.path.split('$').length }))
    // What is named stands before what any name fits.
    .toSorted((a, b) => a.open - b.open)
  const made = new Map<string, NamedPage>()
  return (path) => {
    const page = pages.find(({ pattern }) => pattern.test(path))
    if (!page) return undefined
    const existing = made.get(page.path)
    if (existing) return existing
    const words = Object.entries(page.words).flatMap(([language, files]) => files.map((file) => `${language}:${file}`))
    const named = html.replace('</title>', `</title>\n    <meta name="vigie-page" content="${[...page.files, ...words].join(' ')}">`)
    const one = { html: named, etag: `"${createHash('sha256').update(named).digest('base64url').slice(0, 22)}"` }
    made.set(page.path, one)
    return one
  }
}
