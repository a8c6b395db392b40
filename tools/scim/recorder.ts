/** Keeps what a client sends: each kind of request once, with what made the things that it is about. */
import type { FastifyInstance } from 'fastify'

interface Kept {
  /** What it is, whatever the values. */
  readonly kind: string
  readonly line: string
  readonly status: number
  /** Things that it names, and the one that it made. */
  readonly names: readonly string[]
  readonly made: string | undefined
}

/** Keeps requests below an address. Ids are written by the number of what made them, made-up values by a short one. */
export function recorder(http: FastifyInstance, address: string): () => string {
  const ids = new Map<string, string>()
  const values = new Map<string, string>()
  const all: Kept[] = []
  const prefix = new URL(address).pathname
  const plain = (text: string) => {
    const named = text
      .replaceAll(address, '{base}')
      .replaceAll(/(?:\/(Users|Groups)\/|"value":")([1-9]\d*)(?=["/?&]|$)/g, (whole, type: string | undefined, id: string) => {
        const name = ids.get(`${type ?? 'Users'}/${id}`)
        return name === undefined ? whole : `${whole.slice(0, -id.length)}{${name}}`
      })
    return named.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (value) => {
      const short = values.get(value) ?? `v${values.size + 1}`
      values.set(value, short)
      return short
    })
  }
  http.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith(prefix)) return payload
    const sent = request.body === undefined || request.body === null ? undefined : plain(JSON.stringify(request.body))
    const url = plain(request.url.slice(prefix.length))
    const made = request.method === 'POST' && reply.statusCode === 201 ? `r${ids.size + 1}` : undefined
    const parts = [JSON.stringify(request.method), JSON.stringify(url), reply.statusCode, sent ?? 'null']
    const line = `[${[...parts, ...(made === undefined ? [] : [JSON.stringify(made)])].join(',')}]`
    const kind = line
      .replaceAll(/\{r\d+\}/g, '{r}')
      .replaceAll(/\bv\d+/g, 'v')
      .replaceAll(/"r\d+"\]$/g, ']')
      .replaceAll(/true|false/g, 'b')
      .replaceAll(/"(?:work|home|other)"/g, '"t"')
    all.push({ kind, line, status: reply.statusCode, names: [...line.matchAll(/\{(r\d+)\}/g)].map(([, name = '']) => name), made })
    if (made !== undefined && typeof payload === 'string') ids.set(`${url.split(/[/?]/)[1]}/${(JSON.parse(payload) as { id: string }).id}`, made)
    return payload
  })
  return () => {
    const seen = new Set<string>()
    const wanted = new Set<string>()
    const first = new Set(all.filter(({ kind }) => !seen.has(kind) && seen.add(kind)))
    const gone = new Set<string>()
    // What made a thing, and what made what that names, from the last to the first; and what took away what is looked for afterwards.
    const lines = all.toReversed().filter((one) => {
      const isNeeded = (one.made !== undefined && wanted.has(one.made)) || (one.line.startsWith('["DELETE"') && one.names.some((name) => gone.delete(name)))
      if (!first.has(one) && !isNeeded) return false
      if (one.status === 404) for (const name of one.names) gone.add(name)
      for (const name of one.names) wanted.add(name)
      return true
    })
    return `[\n${lines
      .toReversed()
      .map(({ line }) => line)
      .join(',\n')}\n]\n`
  }
}
