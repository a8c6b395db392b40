import { z } from 'zod'
import { AdapterFault, type Adapter, type Asked, type Brought, type Config, type Found, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { isAsked, timesAsked } from '#areas/connectors/server/adapters/asked.ts'
import { cvesOf, foundOf, scoreOf, scoreOfCvss, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Forbidden, retryAfter, Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { linkOf, Pages } from '#areas/connectors/server/adapters/paging.ts'
import { Rows } from '#areas/connectors/server/adapters/rows.ts'
import { Counted } from '#areas/connectors/server/adapters/severity.ts'
import { rowsOf } from '#areas/connectors/server/adapters/stream.ts'
import { Secrets } from '#areas/connectors/server/adapters/told.ts'
import { definition } from './definition.ts'

const repository = z.object({ full_name: z.string().min(1) })
const codeAlert = z.object({
  number: z.number(),
  state: z.string().nullish(),
  rule: z.object({
    id: z.string().nullish(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    severity: z.string().nullish(),
    security_severity_level: z.string().nullish(),
    tags: z.array(z.string()).nullish(),
  }),
  tool: z.object({ name: z.string().nullish() }).nullish(),
  most_recent_instance: z
    .object({
      message: z.object({ text: z.string().nullish() }).nullish(),
      location: z.object({ path: z.string().nullish(), start_line: z.number().nullish() }).nullish(),
    })
    .nullish(),
  repository,
})
const dependencyAlert = z.object({
  number: z.number(),
  state: z.string(),
  dependency: z.object({ package: z.object({ ecosystem: z.string().nullish(), name: z.string().nullish() }).nullish(), manifest_path: z.string().nullish() }),
  security_advisory: z.object({
    ghsa_id: z.string(),
    cve_id: z.string().nullish(),
    summary: z.string().nullish(),
    description: z.string().nullish(),
    cvss: z.object({ score: z.number().nullish() }).nullish(),
  }),
  security_vulnerability: z
    .object({ severity: z.string().nullish(), first_patched_version: z.object({ identifier: z.string().nullish() }).nullish() })
    .nullish(),
  repository,
})
const repo = z.object({
  full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  default_branch: z.string().nullish(),
  archived: z.boolean().nullish(),
  size: z.number().nullish(),
})
const branch = z.object({ protected: z.boolean() })
const rules = z.array(z.object({ type: z.string() }))

const perPage = { per_page: 100 }

/** Asked to wait by 403 or 429: for so many seconds, until the limit is reset, or a minute where a secondary limit says neither (its rules of 2026). */
const busy: ConstructorParameters<typeof Service>[0]['busy'] = ({ status, headers, told, now }) => {
  if (status !== 403 && status !== 429) return null
  const said = retryAfter(headers, now)
  if (said !== null) return said
  if (headers.get('x-ratelimit-remaining') === '0') return Math.max(Math.ceil(Number(headers.get('x-ratelimit-reset')) - now.getTime() / 1000), 1) || 60
  return /secondary rate limit/i.test(told) ? 60 : null
}

function githubOf(config: Config, reach: Reach) {
  const service = new Service({
    reach,
    base: textOf(config, 'base_url'),
    secrets: Secrets.of(definition.fields, config),
    headers: () => ({ authorization: `Bearer ${textOf(config, 'token')}`, accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }),
    busy,
  })
  return { service, organisation: encodeURIComponent(textOf(config, 'organisation')) }
}

/** GitHub: alerts of an organisation's repositories and the protection of their branches. */
export const github: Adapter = {
  definition,

  async test(config, reach) {
    const { service, organisation } = githubOf(config, reach)
    // An installation of an app has no user of its own.
    const me = await service.json('user', z.object({ login: z.string() })).catch((error: unknown) => {
      if (error instanceof Forbidden) return null
      throw error
    })
    const of = await service.json(`orgs/${organisation}`, z.object({ login: z.string() }))
    const probes = [`orgs/${organisation}/code-scanning/alerts`, `orgs/${organisation}/dependabot/alerts`, `orgs/${organisation}/repos`]
    const may = await Promise.all(probes.map((path) => mayRead(service, path)))
    return {
      as: me?.value.login ?? of.value.login,
      mayRead: definition.reads.filter((_, n) => may[n]).map(({ what }) => what),
      missing: ['Code scanning alerts', 'Dependabot alerts', 'Metadata'].filter((_, n) => !may[n]),
    }
  },

  async *collect(config, asked, reach) {
    const { service, organisation } = githubOf(config, reach)
    yield* codeAlerts(service, organisation, asked, reach)
    yield* dependencyAlerts(service, organisation, asked, reach)
    if (isAsked(asked, 'protected_branches')) yield* protectedBranches(service, organisation, asked, reach)
  },
}

async function mayRead(service: Service, path: string): Promise<boolean> {
  try {
    await service.json(path, z.array(z.unknown()), { query: { per_page: 1 } })
    return true
  } catch (error) {
    // 404 is how GitHub says that something is not for this token, or not in use there.
    if (error instanceof Forbidden || (error instanceof AdapterFault && error.reason === 'gone')) return false
    throw error
  }
}

/** Rows of a list, page by page (`Link`). */
async function* listed<S extends z.ZodType>(service: Service, path: string, rows: Rows<S>, keyOf: (row: z.output<S>) => string): AsyncGenerator<z.output<S>> {
  const pages = new Pages()
  for (let next: string | null = service.address(path, perPage).href; next !== null;) {
    pages.ask(next)
    const { body, headers } = await service.open(next)
    const keys: string[] = []
    for await (const value of rowsOf(body, [])) {
      const row = rows.take(value)
      if (row === undefined) continue
      keys.push(keyOf(row))
      yield row
    }
    pages.came(keys)
    next = linkOf(headers, 'next')
  }
}

const states: Readonly<Record<string, Found['state']>> = { open: 'FOUND', dismissed: 'SUPPRESSED', auto_dismissed: 'SUPPRESSED', fixed: 'GONE' }
const stateOf = (state: string | null | undefined): Found['state'] => states[state ?? 'open'] ?? 'FOUND'

/** Alerts of one kind; where they may not be read, or are not in use, the kind is left out, and nothing of it is taken for gone. */
async function* alerts(
  work: () => AsyncGenerator<Brought>,
  {
    metric,
    place,
    asked,
    reach,
  }: { readonly metric: 'code_alerts' | 'dependency_alerts'; readonly place: string; readonly asked: Asked; readonly reach: Reach },
): AsyncGenerator<Brought> {
  if (!asked.findings && !isAsked(asked, metric)) return
  try {
    yield* work()
  } catch (error) {
    const right = definition.metrics.find(({ key }) => key === metric)
    if (error instanceof Forbidden) say(reach, 'warning', 'missing_right', { metric, right: right && 'right' in right ? right.right : '' })
    else if (error instanceof AdapterFault && error.reason === 'gone') say(reach, 'warning', 'not_enabled', { place })
    else throw error
  }
}

function codeAlerts(service: Service, organisation: string, asked: Asked, reach: Reach) {
  const foundBy = `GitHub code scanning · ${decodeURIComponent(organisation)}`
  const work = async function* (): AsyncGenerator<Brought> {
    const counted = new Counted(asked, reach.now(), { open: 'code_alerts' })
    const rows = new Rows(codeAlert)
    for await (const one of listed(service, `orgs/${organisation}/code-scanning/alerts`, rows, ({ repository: at, number }) => `${at.full_name}#${number}`)) {
      const { rule, most_recent_instance: instance, repository: at } = one
      const level = rule.security_severity_level ?? rule.severity
      const state = stateOf(one.state)
      if (state === 'FOUND') counted.add(wordOf[level ?? ''] ?? level)
      const { path, start_line: line } = instance?.location ?? {}
      if (asked.findings)
        yield {
          is: 'found',
          found: foundOf({
            key: `${foundBy}|${at.full_name}#${one.number}`,
            name: [rule.description ?? rule.name ?? rule.id, `${at.full_name}${path ? `/${path}${line ? `:${line}` : ''}` : ''}`].filter(Boolean).join(' – '),
            description: instance?.message?.text ?? null,
            score: scoreOf(level),
            state,
            foundBy,
            code: rule.id ?? null,
            // Rules carry them as a tag: external/cve/cve-2026-1.
            cves: cvesOf((rule.tags ?? []).map((tag) => tag.split('/').at(-1))),
            place: { account: at.full_name, file: path ?? null },
          }),
        }
    }
    if (asked.findings) yield* rows.whole(foundBy, reach)
    else rows.tell(reach)
    yield* counted.values()
  }
  return alerts(work, { metric: 'code_alerts', place: foundBy, asked, reach })
}

/** Levels of rules that say nothing of security, by the words of those that do. */
const wordOf: Readonly<Record<string, string>> = { error: 'high', warning: 'medium', note: 'low' }

function dependencyAlerts(service: Service, organisation: string, asked: Asked, reach: Reach) {
  const foundBy = `GitHub Dependabot · ${decodeURIComponent(organisation)}`
  const work = async function* (): AsyncGenerator<Brought> {
    const counted = new Counted(asked, reach.now(), { open: 'dependency_alerts' })
    const rows = new Rows(dependencyAlert)
    for await (const one of listed(service, `orgs/${organisation}/dependabot/alerts`, rows, ({ repository: at, number }) => `${at.full_name}#${number}`)) {
      const { dependency, security_advisory: advisory, security_vulnerability: vulnerability, repository: at } = one
      const state = stateOf(one.state)
      if (state === 'FOUND') counted.add(vulnerability?.severity)
      const name = dependency.package?.name ?? null
      const patched = vulnerability?.first_patched_version?.identifier
      if (asked.findings)
        yield {
          is: 'found',
          found: foundOf({
            key: `${foundBy}|${at.full_name}#${one.number}`,
            name: [advisory.summary ?? advisory.ghsa_id, [name, at.full_name].filter(Boolean).join(' · ')].join(' – '),
            description: [advisory.description, patched && `≥ ${patched}`].filter(Boolean).join('\n\n'),
            score: scoreOf(vulnerability?.severity) ?? scoreOfCvss(advisory.cvss?.score),
            state,
            foundBy,
            code: advisory.ghsa_id,
            cves: cvesOf([advisory.cve_id]),
            place: { account: at.full_name, package: name, file: dependency.manifest_path ?? null },
          }),
        }
    }
    if (asked.findings) yield* rows.whole(foundBy, reach)
    else rows.tell(reach)
    yield* counted.values()
  }
  return alerts(work, { metric: 'dependency_alerts', place: foundBy, asked, reach })
}

async function* protectedBranches(service: Service, organisation: string, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const wanted = timesAsked(asked, 'protected_branches').map((parameters) => ({ parameters, name: parameters['branch']?.trim() || null, of: 0, are: 0 }))
  const rows = new Rows(repo)
  for await (const one of listed(service, `orgs/${organisation}/repos`, rows, ({ full_name: name }) => name)) {
    if (one.archived === true || one.size === 0) continue
    const known = new Map<string, boolean | null>()
    for (const each of wanted) {
      const name = each.name ?? one.default_branch
      if (!name) continue
      if (!known.has(name)) known.set(name, await isProtected(service, one.full_name, name))
      const is = known.get(name)
      // A repository without that branch has nothing to protect.
      if (is === null || is === undefined) continue
      each.of += 1
      if (is) each.are += 1
    }
  }
  rows.tell(reach)
  for (const { parameters, of, are } of wanted)
    if (of > 0) yield { is: 'value', metric: 'protected_branches', parameters, value: (are / of) * 100 }
    else say(reach, 'warning', 'nothing_there', { metric: 'protected_branches' })
}

async function isProtected(service: Service, repository: string, name: string): Promise<boolean | null> {
  const path = `repos/${repository}`
  const own = await orNone(service.json(`${path}/branches/${encodeURIComponent(name)}`, branch))
  if (own === null) return null
  if (own.value.protected) return true
  const byRule = await orNone(service.json(`${path}/rules/branches/${encodeURIComponent(name)}`, rules))
  return byRule !== null && byRule.value.some(({ type }) => type === 'pull_request')
}

const orNone = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof AdapterFault && error.reason === 'gone') return null
    throw error
  })
