import { z } from 'zod'
import { AdapterFault, type Adapter, type Asked, type Brought, type Config, type Found, type Reach } from '#areas/connectors/server/adapters/adapter.ts'
import { isAsked, timesAsked } from '#areas/connectors/server/adapters/asked.ts'
import { cvesOf, foundOf, scoreOf, textOf } from '#areas/connectors/server/adapters/fields.ts'
import { Service } from '#areas/connectors/server/adapters/http.ts'
import { say } from '#areas/connectors/server/adapters/lines.ts'
import { linkOf, Pages } from '#areas/connectors/server/adapters/paging.ts'
import { Rows } from '#areas/connectors/server/adapters/rows.ts'
import { Counted } from '#areas/connectors/server/adapters/severity.ts'
import { rowsOf } from '#areas/connectors/server/adapters/stream.ts'
import { Secrets } from '#areas/connectors/server/adapters/told.ts'
import { definition } from './definition.ts'

const question = `query($group: ID!, $after: String) { group(fullPath: $group) { vulnerabilities(first: 100, after: $after, state: [DETECTED, CONFIRMED, DISMISSED, RESOLVED]) {
  nodes { uuid title description severity state identifiers { externalType externalId } project { fullPath }
    location { ... on VulnerabilityLocationSast { file startLine } ... on VulnerabilityLocationSecretDetection { file startLine }
      ... on VulnerabilityLocationDependencyScanning { file dependency { package { name } version } }
      ... on VulnerabilityLocationContainerScanning { image dependency { package { name } version } } } }
  pageInfo { hasNextPage endCursor } } } }`

const vulnerability = z.object({
  uuid: z.string().min(1),
  title: z.string(),
  description: z.string().nullish(),
  severity: z.string(),
  state: z.enum(['DETECTED', 'CONFIRMED', 'DISMISSED', 'RESOLVED']),
  identifiers: z.array(z.object({ externalType: z.string(), externalId: z.string() })).nullish(),
  project: z.object({ fullPath: z.string() }),
  location: z
    .object({
      file: z.string().nullish(),
      startLine: z.union([z.string(), z.number()]).nullish(),
      image: z.string().nullish(),
      dependency: z.object({ package: z.object({ name: z.string().nullish() }).nullish(), version: z.string().nullish() }).nullish(),
    })
    .nullish(),
})
const answer = z.object({
  data: z
    .object({
      group: z
        .object({
          vulnerabilities: z
            .object({ nodes: z.array(z.unknown()), pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }) })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
})
const project = z.object({ id: z.int(), default_branch: z.string().nullish(), archived: z.boolean().nullish(), empty_repo: z.boolean().nullish() })
const branches = z.array(z.object({ name: z.string() }))

const states: Readonly<Record<z.output<typeof vulnerability>['state'], Found['state']>> = {
  DETECTED: 'FOUND',
  CONFIRMED: 'FOUND',
  DISMISSED: 'SUPPRESSED',
  RESOLVED: 'GONE',
}

const gitlabOf = (config: Config, reach: Reach) =>
  new Service({
    reach,
    base: textOf(config, 'base_url'),
    secrets: Secrets.of(definition.fields, config),
    headers: () => ({ 'private-token': textOf(config, 'token') }),
  })

/** GitLab: vulnerabilities of a group's projects and the protection of their default branches. */
export const gitlab: Adapter = {
  definition,

  async test(config, reach) {
    const service = gitlabOf(config, reach)
    const { value } = await service.json('api/v4/user', z.object({ username: z.string() }))
    await service.json(`api/v4/groups/${encodeURIComponent(textOf(config, 'group'))}`, z.object({ id: z.int() }), { query: { with_projects: 'false' } })
    const page = await ask(service, textOf(config, 'group'), null)
    return { as: value.username, mayRead: definition.reads.filter((_, n) => n > 0 || page).map(({ what }) => what), missing: page ? [] : ['GitLab Ultimate'] }
  },

  async *collect(config, asked, reach) {
    const service = gitlabOf(config, reach)
    const group = textOf(config, 'group')
    yield* vulnerabilities(service, group, asked, reach)
    if (isAsked(asked, 'protected_branches')) yield* protectedBranches(service, group, asked, reach)
  },
}

/** A page of vulnerabilities; null where the group has none to read: its licence has no such list, or the token not the role. GraphQL says failures with status 200. */
async function ask(service: Service, group: string, after: string | null) {
  const { value } = await service.json('api/graphql', answer, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: question, variables: { group, after } }),
  })
  if (value.errors?.[0]) throw new AdapterFault('unexpected', { told: service.secrets.out(value.errors[0].message).slice(0, 240) })
  if (!value.data?.group) throw new AdapterFault('gone', { told: 'there is no such group for this token' })
  return value.data.group.vulnerabilities ?? null
}

async function* vulnerabilities(service: Service, group: string, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const counted = new Counted(asked, reach.now(), { open: 'code_vulnerabilities' })
  if (!asked.findings && !counted.isAsked) return
  const foundBy = `GitLab · ${group}`
  const rows = new Rows(vulnerability)
  const pages = new Pages()
  for (let after: string | null = null; ;) {
    pages.ask(after ?? '')
    const page: Awaited<ReturnType<typeof ask>> = await ask(service, group, after)
    if (!page) {
      say(reach, 'warning', 'not_licensed', { metric: 'code_vulnerabilities' })
      return
    }
    const keys: string[] = []
    for (const value of page.nodes) {
      const row = rows.take(value)
      if (!row) continue
      keys.push(row.uuid)
      const state = states[row.state]
      if (state === 'FOUND') counted.add(row.severity)
      if (asked.findings) yield foundIn(row, state, foundBy)
    }
    pages.came(keys)
    if (!page.pageInfo.hasNextPage) break
    after = page.pageInfo.endCursor ?? ''
  }
  if (asked.findings) yield* rows.whole(foundBy, reach)
  else rows.tell(reach)
  yield* counted.values()
}

function foundIn(row: z.output<typeof vulnerability>, state: Found['state'], foundBy: string): Brought {
  const { identifiers = [], location, project: at } = row
  const cves = cvesOf((identifiers ?? []).map(({ externalType, externalId }) => (externalType.toLowerCase() === 'cve' ? externalId : null)))
  const code = (identifiers ?? []).find(({ externalType }) => !/^(?:cve|cwe|owasp)$/i.test(externalType)) ?? identifiers?.[0]
  const name = location?.dependency?.package?.name
  const where = [at.fullPath, location?.file ? `${location.file}${location.startLine ? `:${location.startLine}` : ''}` : location?.image]
    .filter(Boolean)
    .join('/')
  return {
    is: 'found',
    found: foundOf({
      key: `${foundBy}|${row.uuid}`,
      name: `${row.title} – ${where}`,
      description: row.description ?? null,
      score: scoreOf(row.severity),
      state,
      foundBy,
      code: code ? code.externalId : null,
      cves,
      place: { account: at.fullPath, file: location?.file ?? null, package: [name, location?.dependency?.version].filter(Boolean).join(' ') || null },
    }),
  }
}

async function* protectedBranches(service: Service, group: string, asked: Asked, reach: Reach): AsyncGenerator<Brought> {
  const rows = new Rows(project)
  const pages = new Pages()
  let [of, are] = [0, 0]
  const query = { include_subgroups: 'true', archived: 'false', per_page: 100, order_by: 'id', sort: 'asc', with_shared: 'false' }
  for (let next: string | null = service.address(`api/v4/groups/${encodeURIComponent(group)}/projects`, query).href; next !== null;) {
    pages.ask(next)
    const { body, headers } = await service.open(next)
    const keys: string[] = []
    for await (const value of rowsOf(body, [])) {
      const row = rows.take(value)
      if (!row) continue
      keys.push(String(row.id))
      const name = row.default_branch
      if (row.archived === true || row.empty_repo === true || !name) continue
      const { value: list } = await service.json(`api/v4/projects/${row.id}/protected_branches`, branches, { query: { per_page: 100 } })
      of += 1
      if (list.some((one) => isNamed(one.name, name))) are += 1
    }
    pages.came(keys)
    next = linkOf(headers, 'next')
  }
  rows.tell(reach)
  if (of === 0) say(reach, 'warning', 'nothing_there', { metric: 'protected_branches' })
  else
    for (const parameters of timesAsked(asked, 'protected_branches')) yield { is: 'value', metric: 'protected_branches', parameters, value: (are / of) * 100 }
}

/** Whether a name fits a pattern, in which a star stands for anything. */
const isNamed = (pattern: string, name: string): boolean => {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === name
  if (!name.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
