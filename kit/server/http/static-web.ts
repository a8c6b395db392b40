import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built web app: its hashed files for ever, its page under every other address that a browser opens. Without a build it serves
 * nothing. Compressed twins (`.br`, `.gz`) beside the files are preferred.
 */
export async function staticWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const known = filesOf(folder)
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  app.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?', 1)[0] ?? '').slice(1)
    if (known.has(path) && path !== 'index.html') {
      // Names under assets hold a hash of the content.
      return reply.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600').sendFile(path)
    }
    const isPage = !path.startsWith('api/') && !path.startsWith('assets/') && (request.headers.accept ?? '').includes('text/html')
    if (!isPage) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

function filesOf(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')))
}
