import { AdapterFault, type Config, type Definition, type Reach, type Tested } from '#areas/connectors/server/index.ts'
import { ask, listOf, mustText, recordOf, textIn, type Asked } from './answer.ts'
import { isNoResult, phaseNamed } from './phase.ts'
import type { LastChange, NewTicket, StatePhase, Ticket, TicketChange, TicketPlace, TicketTool, ToolComment, ToolProject, ToolStatus } from './tool.ts'

/** What differs between Jira of the cloud and one of a customer's own. */
export interface JiraKind {
  readonly definition: Definition
  readonly version: '2' | '3'
  readonly signIn: (config: Config) => string
  /** The field by which a person is named, and a search of them by mail address. */
  readonly personField: 'accountId' | 'name'
  readonly personQuery: 'query' | 'username'
  /** Texts as a tree of nodes, or with the marks of a wiki. */
  readonly rich: (text: string) => unknown
  readonly plain: (value: unknown) => string
  readonly allProjects: (jira: Jira) => AsyncIterable<Readonly<Record<string, unknown>>>
  readonly search: (jira: Jira, jql: string, known: readonly string[]) => AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
  /** Seconds until the search knows what was made. */
  readonly settles: number
}

/** A Jira that one is signed in at. */
export interface Jira {
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>
  readonly send: (method: 'POST' | 'PUT', path: string, body: unknown, again?: boolean) => Promise<unknown>
  readonly base: string
}

export const fieldsRead = ['summary', 'status', 'duedate', 'assignee', 'priority', 'updated', 'project', 'labels']
/** Minutes by which what changed is asked for again: a search knows of changes later than they are made. */
const overlap = 10
const rightsNeeded = [
  'BROWSE_PROJECTS',
  'CREATE_ISSUES',
  'EDIT_ISSUES',
  'TRANSITION_ISSUES',
  'ASSIGN_ISSUES',
  'ADD_COMMENTS',
  'LINK_ISSUES',
  'SCHEDULE_ISSUES',
  'USER_PICKER',
]
const markProperty = 'vigie'
const pageSize = 100
/** Projects that a test names. */
const mostNamed = 5

/** Labels hold no blanks: the mark is one word. */
const labelOf = (mark: string) => `vigie-${mark}`
/** In quotes of JQL. */
const quoted = (value: string) => `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`

export function jiraTool(kind: JiraKind): TicketTool {
  const at = (config: Config, reach: Reach): Jira => {
    const base = String(config.url ?? '').replace(/\/+$/, '')
    const headers = { authorization: kind.signIn(config) }
    const go = async (path: string, asked: Omit<Asked, 'headers'>, query: Readonly<Record<string, string>> = {}) => {
      const url = new URL(`${base}/rest/api/${kind.version}/${path}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return (await ask(reach, url, { ...asked, headers })).body
    }
    return {
      base,
      get: (path, query) => go(path, { again: true }, query),
      send: (method, path, body, again = false) => go(path, { method, body, again }),
    }
  }
  const issue = (id: string) => `issue/${encodeURIComponent(id)}`

  async function read(config: Config, reach: Reach, id: string): Promise<Ticket | null> {
    const jira = at(config, reach)
    const found = await unlessGone(jira.get(issue(id), { fields: fieldsRead.join(',') }))
    return found === null ? null : ticketOf(kind, jira.base, recordOf(found))
  }

  return {
    definition: kind.definition,
    settles: kind.settles,
    test: async (config, reach): Promise<Tested> => {
      const jira = at(config, reach)
      const me = recordOf(await jira.get('myself'))
      const { permissions } = recordOf(await jira.get('mypermissions', { permissions: rightsNeeded.join(',') }))
      const missing = rightsNeeded.filter((right) => recordOf(recordOf(permissions)[right]).havePermission !== true)
      const projects: string[] = []
      for await (const project of kind.allProjects(jira)) if (projects.push(mustText(project.key, 'project')) === mostNamed) break
      const names = projects.join(', ')
      const mayRead = names === '' ? [] : [{ en: `projects ${names}`, fr: `les projets ${names}` }]
      return { as: textIn(me.displayName) ?? mustText(me[kind.personField], 'myself'), mayRead, missing }
    },
    projects: async (config, reach) => {
      const jira = at(config, reach)
      const projects: ToolProject[] = []
      for await (const project of kind.allProjects(jira)) {
        const key = mustText(project.key, 'project')
        projects.push({ key, name: textIn(project.name) ?? key })
      }
      return projects
    },
    types: async (config, reach, project) => {
      const types = listOf(await at(config, reach).get(`project/${encodeURIComponent(project)}/statuses`)).filter(({ subtask }) => subtask !== true)
      return types.flatMap(({ name }) => textIn(name) ?? [])
    },
    statuses: async (config, reach, { project, type }) => {
      const types = listOf(await at(config, reach).get(`project/${encodeURIComponent(project)}/statuses`))
      const own = types.find(({ name }) => name === type) ?? types.find(({ subtask }) => subtask !== true)
      return listOf(own?.statuses ?? []).flatMap((status): ToolStatus[] => {
        const { id, name } = { id: mustText(status.id, 'status'), name: mustText(status.name, 'status') }
        const phase = phaseOf(status)
        return phase === 'closed'
          ? [
              { id, name, phase },
              { id: `${id}/none`, name, phase, outcome: 'none' },
            ]
          : [{ id, name, phase }]
      })
    },
    priorities: async (config, reach) => listOf(await at(config, reach).get('priority')).map(({ id }) => mustText(id, 'priority')),
    person: async (config, reach, mail) => {
      const found = listOf(await at(config, reach).get('user/search', { [kind.personQuery]: mail }))
      // The search is by any part of any name; addresses that their people hide are left out of its answer.
      const active = found.filter((person) => person.active !== false && (person.accountType ?? 'atlassian') === 'atlassian')
      const shown = active.filter(({ emailAddress }) => textIn(emailAddress)?.toLowerCase() === mail.toLowerCase())
      const these = shown.length > 0 ? shown : active.filter(({ emailAddress }) => textIn(emailAddress) === null)
      return these.length === 1 ? textIn(these[0]?.[kind.personField]) : null
    },
    sees: async (config, reach, { project }) => {
      // A project that is not to be seen is answered as one that is not there.
      const found = await unlessGone(at(config, reach).get('mypermissions', { projectKey: project, permissions: 'BROWSE_PROJECTS' }))
      if (recordOf(recordOf(recordOf(found).permissions).BROWSE_PROJECTS).havePermission !== true) throw new AdapterFault('refused', { told: project })
    },
    find: async (config, reach, { project }, mark) => {
      const jira = at(config, reach)
      for await (const page of kind.search(jira, `project = ${quoted(project)} AND labels = ${quoted(labelOf(mark))} ORDER BY created ASC`, [])) {
        const [first] = page
        if (first) return ticketOf(kind, jira.base, first)
      }
      return null
    },
    create: async (config, reach, place, ticket, mark) => {
      const jira = at(config, reach)
      const made = recordOf(await makeWithout(kind, jira, reach, place, ticket, mark))
      // It is made: whatever is said of reading it is no answer to that.
      const found = await read(config, reach, mustText(made.id, 'id')).catch((error: unknown) => {
        throw error instanceof AdapterFault ? new AdapterFault('unreachable', { told: error.told, retryAfter: error.retryAfter }, { cause: error }) : error
      })
      if (!found) throw new AdapterFault('unexpected', { told: 'created' })
      return found
    },
    read,
    async *changedSince(config, reach, { project }, since) {
      const jira = at(config, reach)
      // A date in JQL is read in the time zone of whoever asks, so that minutes are counted from now.
      const minutes = Math.max(1, Math.ceil((reach.now().getTime() - since.getTime()) / 60_000)) + overlap
      const seen = new Set<string>()
      for await (const page of kind.search(jira, `project = ${quoted(project)} AND updated >= "-${minutes}m" ORDER BY updated ASC`, [])) {
        const tickets = page.map((found) => ticketOf(kind, jira.base, found)).filter(({ id }) => !seen.has(id))
        for (const { id } of tickets) seen.add(id)
        yield tickets
      }
    },
    change: async (config, reach, id, change) => {
      const jira = at(config, reach)
      const fields = editOf(kind, change)
      const gone =
        (Object.keys(fields).length > 0 && (await unlessGone(jira.send('PUT', issue(id), { fields }, true))) === null) ||
        (change.state !== undefined && (await moveTo(jira, issue(id), change.state)) === null)
      return gone ? null : read(config, reach, id)
    },
    async *comments(config, reach, id) {
      const jira = at(config, reach)
      for (let startAt = 0; ;) {
        const page = recordOf(
          await jira.get(`${issue(id)}/comment`, { startAt: String(startAt), maxResults: String(pageSize), orderBy: 'created', expand: 'properties' }),
        )
        const comments = listOf(page.comments)
        yield comments.map((comment) => commentOf(kind, comment))
        startAt += comments.length
        if (comments.length === 0 || startAt >= Number(page.total ?? 0)) return
      }
    },
    comment: async (config, reach, id, text, mark) => {
      const properties = [{ key: markProperty, value: { mark } }]
      return mustText(recordOf(await at(config, reach).send('POST', `${issue(id)}/comment`, { body: kind.rich(text), properties })).id, 'comment')
    },
    link: async (config, reach, id, { url, title }) => {
      // The same global id is the same link, so that it may be sent again.
      await at(config, reach).send(
        'POST',
        `${issue(id)}/remotelink`,
        { globalId: `vigie=${url}`, application: { name: 'Vigie' }, object: { url, title } },
        true,
      )
    },
    lastChange: async (config, reach, id) => {
      const found = await unlessGone(at(config, reach).get(issue(id), { fields: 'updated', expand: 'changelog' }))
      return found === null ? {} : lastOf(recordOf(recordOf(found).changelog))
    },
  }
}

/** Null in place of a fault that says that it is gone. */
async function unlessGone(asked: Promise<unknown>): Promise<unknown> {
  try {
    return (await asked) ?? true
  } catch (error) {
    if (error instanceof AdapterFault && error.reason === 'gone') return null
    throw error
  }
}

/** Makes an issue; fields that the project's screen does not have are refused by name, whereupon it is made without them: a refusal made nothing. */
async function makeWithout(kind: JiraKind, jira: Jira, reach: Reach, { project, type }: TicketPlace, ticket: NewTicket, mark: string): Promise<unknown> {
  const optional: Record<string, unknown> = {
    ...(ticket.due !== null && { duedate: ticket.due }),
    ...(ticket.assignee !== null && { assignee: { [kind.personField]: ticket.assignee } }),
  }
  for (;;) {
    const fields = {
      project: { key: project },
      issuetype: { name: type },
      summary: ticket.title.slice(0, 255).replaceAll(/\s+/g, ' '),
      description: kind.rich(ticket.text),
      labels: [labelOf(mark)],
      ...optional,
    }
    try {
      return await jira.send('POST', 'issue', { fields })
    } catch (error) {
      const told = error instanceof AdapterFault && error.reason === 'refused' ? (error.told ?? '') : ''
      const left = Object.keys(optional).filter((name) => told.includes(`${name}: `))
      if (left.length === 0) throw error
      for (const name of left) delete optional[name]
      reach.say({ level: 'warning', key: 'ticketing.runs.left_out', values: { fields: left.join(', ') } })
    }
  }
}

/** Ways are looked up for each issue: which there are depends on its state, its project and who asks. */
async function moveTo(jira: Jira, path: string, target: string): Promise<true | null> {
  const [state, outcome] = target.split('/')
  const found = await unlessGone(jira.get(`${path}/transitions`, { expand: 'transitions.fields' }))
  if (found === null) return null
  const ways = listOf(recordOf(found).transitions).filter(({ to, isAvailable }) => String(recordOf(to).id) === state && isAvailable !== false)
  const asksOutcome = (way: Readonly<Record<string, unknown>>) => resolutionsOf(way).length > 0
  const way = ways.find((one) => outcome !== undefined && asksOutcome(one)) ?? ways[0]
  if (!way) {
    const now = recordOf(recordOf(recordOf(await jira.get(path, { fields: 'status' })).fields).status)
    if (String(now.id) === state) return true
    throw new AdapterFault('refused', { told: `no transition from ${textIn(now.name) ?? ''}` })
  }
  const outcomes = resolutionsOf(way)
  const wanted = outcomes.find(({ name }) => isNoResult(String(name)) === (outcome === 'none')) ?? outcomes[0]
  const fields = wanted ? { fields: { resolution: { id: wanted.id } } } : {}
  return (await unlessGone(jira.send('POST', `${path}/transitions`, { transition: { id: way.id }, ...fields }))) === null ? null : true
}

const resolutionsOf = (way: Readonly<Record<string, unknown>>) => listOf(recordOf(recordOf(way.fields).resolution).allowedValues ?? [])

function editOf(kind: JiraKind, { title, due, assignee }: TicketChange): Readonly<Record<string, unknown>> {
  return {
    ...(title !== undefined && { summary: title.slice(0, 255).replaceAll(/\s+/g, ' ') }),
    ...(due !== undefined && { duedate: due }),
    ...(assignee !== undefined && { assignee: assignee === null ? null : { [kind.personField]: assignee } }),
  }
}

function ticketOf(kind: JiraKind, base: string, found: Readonly<Record<string, unknown>>): Ticket {
  const fields = recordOf(found.fields)
  const [status, assignee, priority] = [recordOf(fields.status), recordOf(fields.assignee), recordOf(fields.priority)]
  const key = mustText(found.key, 'key')
  return {
    id: mustText(found.id, 'id'),
    key,
    url: `${base}/browse/${encodeURIComponent(key)}`,
    fields: {
      state: mustText(status.id, 'status'),
      title: textIn(fields.summary) ?? '',
      due: textIn(fields.duedate),
      assignee: textIn(assignee[kind.personField]),
      priority: textIn(priority.id),
    },
    told: { state: textIn(status.name) ?? '', assignee: textIn(assignee.displayName), mail: textIn(assignee.emailAddress) },
    updated: momentOf(fields.updated),
  }
}

function commentOf(kind: JiraKind, comment: Readonly<Record<string, unknown>>): ToolComment {
  const own = listOf(comment.properties ?? []).find(({ key }) => key === markProperty)
  return {
    id: mustText(comment.id, 'comment'),
    author: textIn(recordOf(comment.author).displayName) ?? '',
    text: kind.plain(comment.body),
    at: momentOf(comment.created),
    mark: textIn(recordOf(own?.value).mark),
  }
}

/** Jira writes the offset without its colon. */
export function momentOf(value: unknown): Date {
  const at = new Date(String(value).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(at.getTime())) throw new AdapterFault('unexpected', { told: 'date' })
  return at
}

function phaseOf(status: Readonly<Record<string, unknown>>): StatePhase {
  const category = textIn(recordOf(status.statusCategory).key)
  const named = phaseNamed(String(status.name))
  if (category === 'done') return named === 'resolved' ? 'resolved' : 'closed'
  if (category === 'indeterminate') return named === 'waiting' ? 'waiting' : 'working'
  return named === 'waiting' ? 'waiting' : 'open'
}

const loggedFields: Readonly<Record<string, keyof LastChange>> = {
  status: 'state',
  summary: 'title',
  duedate: 'due',
  assignee: 'assignee',
  priority: 'priority',
}

function lastOf(log: Readonly<Record<string, unknown>>): LastChange {
  const last: { -readonly [K in keyof LastChange]: LastChange[K] } = {}
  for (const entry of listOf(log.histories ?? [])) {
    const change = { who: textIn(recordOf(entry.author).displayName) ?? '', at: momentOf(entry.created) }
    for (const { field } of listOf(entry.items ?? [])) {
      const name = loggedFields[String(field)]
      const known = name && last[name]
      if (name && (!known || known.at < change.at)) last[name] = change
    }
  }
  return last
}
