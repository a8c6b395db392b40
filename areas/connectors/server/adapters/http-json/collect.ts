import type { Adapter, Brought, Config, Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { AdapterFault } from '#areas/connectors/server/adapters/adapter.ts'
import { cvesOf, foundOf, scoreOf, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { linkOf, Pages } from '#areas/connectors/server/adapters/paging.ts'
import { Secrets } from '#areas/connectors/server/adapters/told.ts'
import { definition } from './definition.ts'
import { pathOf, takings, Total, type Taking } from './paths.ts'

interface Page {
  readonly value: unknown
  readonly url: URL
}

function serviceOf(config: Config, reach: Reach): Service {
  const [secret, user] = [String(config['secret'] ?? ''), textOf(config, 'user')]
  const how = textOf(config, 'sign_in')
  const headers: Record<string, string> =
    how === 'bearer'
      ? { authorization: `Bearer ${secret}` }
      : how === 'basic'
        ? { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
        : how === 'header' && /^[A-Za-z0-9-]{1,60}$/.test(user)
          ? { [user]: secret }
          : {}
  const secrets = Secrets.of(definition.fields, config)
  for (const value of Object.values(headers)) secrets.add(value.replace(/^\w+ /, ''))
  return new Service({ reach, base: textOf(config, 'base_url'), isFile: true, headers: () => headers, secrets })
}

/** Every page, one after the other; one that comes twice, or none that ends, is a fault. */
async function* pagesOf(config: Config, reach: Reach): AsyncGenerator<Page> {
  const service = serviceOf(config, reach)
  const paging = textOf(config, 'paging')
  const parameter = textOf(config, 'paging_parameter')
  const rows = textOf(config, 'rows') === '' ? null : pathOf(textOf(config, 'rows'))
  const mark = textOf(config, 'paging_path') === '' ? null : pathOf(textOf(config, 'paging_path'))
  const pages = new Pages()
  const first = service.address('')
  let url = first
  let [number, position] = [Number(first.searchParams.get(parameter) ?? 1) || 1, 0]
  for (;;) {
    pages.ask(url.href)
    const { body, headers } = await service.open(url.href)
    let value: unknown
    try {
      value = JSON.parse(await service.text(body))
    } catch (error) {
      if (error instanceof AdapterFault) throw error
      throw new AdapterFault('unexpected', { told: 'the answer is no JSON' })
    }
    const found = rows?.(value) ?? null
    // A page that says the same as one before is the same one.
    if (paging !== 'none' && found?.length !== 0) pages.came([JSON.stringify(found ?? value)])
    yield { value, url }
    if (paging === 'none' || found?.length === 0) return
    const next = new URL(url)
    if (paging === 'page') {
      number += 1
      next.searchParams.set(parameter || 'page', String(number))
    } else if (paging === 'offset') {
      if (found === null) throw new AdapterFault('unexpected', { told: 'it is not said where the rows stand' })
      position += found.length
      next.searchParams.set(parameter || 'offset', String(position))
    } else if (paging === 'link') {
      const link = linkOf(headers, 'next')
      if (link === null) return
      next.href = new URL(link, url).href
    } else {
      const [one] = mark?.(value) ?? []
      if (one === undefined || one === null || one === '' || one === false) return
      const text = typeof one === 'string' || typeof one === 'number' ? String(one) : ''
      if (/^https?:\/\//i.test(text) || text.startsWith('/')) next.href = new URL(text, url).href
      else next.searchParams.set(parameter || 'cursor', text)
    }
    // Nobody is sent with what lets in to another server than the one that was typed.
    url = service.address(next.href)
  }
}

const firstText = (nodes: readonly unknown[]): string | null => {
  const [one] = nodes
  return typeof one === 'string' ? one : typeof one === 'number' ? String(one) : null
}

/** What rows tell as findings, where it is said how. */
function* foundIn(config: Config, value: unknown, foundBy: string): Generator<Brought> {
  const key = textOf(config, 'finding_key')
  if (key === '') return
  const at = (name: string) => (textOf(config, name) === '' ? null : pathOf(textOf(config, name)))
  const [keyAt, nameAt, scoreAt, codeAt] = [pathOf(key), at('finding_name'), at('finding_score'), at('finding_code')]
  for (const row of pathOf(textOf(config, 'rows') || '$[*]')(value)) {
    const own = firstText(keyAt(row))
    if (own === null) continue
    const score = firstText(scoreAt?.(row) ?? [])
    const code = firstText(codeAt?.(row) ?? [])
    const weighed = score !== null && /^\d+(?:\.\d+)?$/.test(score) ? Math.min(100, Math.round(Number(score))) : scoreOf(score)
    yield {
      is: 'found',
      found: foundOf({
        key: own,
        name: firstText(nameAt?.(row) ?? []) ?? own,
        description: null,
        score: weighed,
        state: 'FOUND',
        foundBy,
        code,
        cves: cvesOf([code]),
      }),
    }
  }
}

const takingOf = (parameters: Readonly<Record<string, string>>): Taking => takings.find((one) => one === parameters['take']) ?? 'sum'

/** Any address that answers JSON: a metric is an expression of JSONPath and what is made of what it names, over all pages. */
export const httpJson: Adapter & {
  /** What an expression names on the first page, and the value of it. */
  readonly preview: (config: Config, path: string, take: string, reach: Reach) => Promise<{ nodes: unknown[]; total: number; value: number | null }>
} = {
  definition,

  async test(config, reach) {
    for await (const { url } of pagesOf(config, reach))
      return { as: textOf(config, 'sign_in') === 'basic' ? textOf(config, 'user') : url.host, mayRead: definition.reads.map(({ what }) => what), missing: [] }
    throw new AdapterFault('unexpected')
  },

  async *collect(config, asked, reach) {
    const totals = asked.metrics.map(({ key, parameters }) => ({ key, parameters, read: pathOf(key), total: new Total() }))
    const foundBy = `http:${new URL(textOf(config, 'base_url')).host}`
    let count = 0
    for await (const { value } of pagesOf(config, reach)) {
      count += 1
      for (const { read, total } of totals) total.take(read(value))
      if (asked.findings) yield* foundIn(config, value, foundBy)
    }
    say(reach, 'info', 'read', { what: new URL(textOf(config, 'base_url')).host, count })
    for (const { key, parameters, total } of totals) {
      const value = total.value(takingOf(parameters))
      if (value !== null) yield { is: 'value', metric: key, parameters, value }
    }
    if (asked.findings && textOf(config, 'finding_key') !== '') yield { is: 'whole', foundBy }
  },

  async preview(config, path, take, reach) {
    const read = pathOf(path)
    for await (const { value } of pagesOf(config, reach)) {
      const nodes = read(value)
      const total = new Total()
      total.take(nodes)
      return { nodes: nodes.slice(0, 20), total: nodes.length, value: total.value(takingOf({ take })) }
    }
    throw new AdapterFault('unexpected')
  },
}
