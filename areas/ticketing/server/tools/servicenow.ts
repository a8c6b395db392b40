import { AdapterFault, type Config, type Reach } from '#areas/connectors/server/index.ts'
import { ask, listOf, mustText, recordOf, textIn, type Answer, type Asked } from './answer.ts'
import { isNoResult, phaseNamed } from './phase.ts'
import type { LastChange, Ticket, TicketChange, TicketTool, ToolComment, ToolStatus } from './tool.ts'
import { readsTickets } from './words.ts'

const pageSize = '100'
/** Tables whose rows are tickets that somebody works on. */
const tables: Readonly<Record<string, string>> = {
  incident: 'Incident',
  sc_task: 'Catalog task',
  problem: 'Problem',
  problem_task: 'Problem task',
  change_task: 'Change task',
  sn_si_incident: 'Security incident',
  sn_vul_vulnerable_item: 'Vulnerable item',
  task: 'Task',
}
const columns = [
  'sys_id',
  'number',
  'short_description',
  'state',
  'due_date',
  'assigned_to',
  'assigned_to.email',
  'priority',
  'sys_updated_on',
  'correlation_id',
  'correlation_display',
  'sys_class_name',
].join(',')
/** What a test says of: tables that are often joined, and those of people and of comments. */
const [testedTables, testedBeside] = [
  ['incident', 'sc_task'],
  ['sys_user', 'sys_journal_field'],
]
/** What marks a ticket as made here, beside its own mark. */
const ours = 'Vigie'
/** Minutes by which what changed is asked for again. */
const overlap = 10
const markOf = (mark: string) => `[Vigie ${mark}]`
const markPattern = /\n*\[Vigie ([\w-]+)\]\s*$/

/** ServiceNow's Table API. A value and what people read of it differ; an invalid part of a query is dropped without a word, so that each row is held against what was asked for. */
export const servicenow: TicketTool = {
  definition: {
    identifier: 'SERVICENOW',
    kind: 'TICKETING',
    mark: 'SN',
    name: { en: 'ServiceNow', fr: 'ServiceNow' },
    description: {
      en: 'Actions and recurring tasks become records of a table, such as incidents or catalogue tasks, and follow them both ways.',
      fr: 'Les actions et les tâches récurrentes deviennent des enregistrements d’une table, incidents ou tâches de catalogue, et les suivent dans les deux sens.',
    },
    api: 'ServiceNow Table API',
    fields: [
      {
        name: 'url',
        type: 'url',
        label: { en: 'Address', fr: 'Adresse' },
        hint: { en: 'https://your-company.service-now.com', fr: 'https://votre-entreprise.service-now.com' },
        required: true,
      },
      { name: 'user', type: 'text', label: { en: 'Account', fr: 'Compte' }, required: true },
      { name: 'password', type: 'password', label: { en: 'Password', fr: 'Mot de passe' }, required: true },
      {
        name: 'close_code',
        type: 'text',
        label: { en: 'Resolution code', fr: 'Code de résolution' },
        hint: { en: 'asked for by incidents that are resolved', fr: 'demandé par les incidents que l’on résout' },
        required: false,
      },
    ],
    ...readsTickets,
  },
  settles: 30,
  test: async (config, reach) => {
    const user = String(config.user ?? '')
    const readable: string[] = []
    for (const table of [...testedTables, ...testedBeside]) {
      const answer = await go(config, reach, `table/${table}`, { takes: [403] }, { sysparm_limit: '1', sysparm_fields: 'sys_id' })
      if (answer.status !== 403) readable.push(table)
    }
    const [me] = readable.includes('sys_user')
      ? await rows(config, reach, 'sys_user', { sysparm_query: `user_name=${safe(user)}`, sysparm_limit: '1', sysparm_fields: 'sys_id,user_name,name' })
      : []
    if (me && valueOf(me.user_name) !== user) throw ignored()
    const names = testedTables.filter((table) => readable.includes(table)).join(', ')
    return {
      as: (me && shownOf(me.name)) ?? user,
      mayRead: names === '' ? [] : [{ en: `tables ${names}`, fr: `les tables ${names}` }],
      missing: [...testedTables, ...testedBeside].filter((table) => !readable.includes(table)),
    }
  },
  projects: async (config, reach) => {
    const found = await rows(config, reach, 'sys_db_object', { sysparm_query: `nameIN${Object.keys(tables).join(',')}`, sysparm_fields: 'name,label' })
    const named = found.flatMap((row) => {
      const key = valueOf(row.name)
      return key !== null && key in tables ? [{ key, name: shownOf(row.label) ?? tables[key] ?? key }] : []
    })
    // The list of tables is often withheld from accounts; the tables themselves are not.
    return named.length > 0
      ? named
      : [
          { key: 'incident', name: 'Incident' },
          { key: 'sc_task', name: 'Catalog task' },
        ]
  },
  types: async (_config, _reach, project) => [tables[project] ?? project],
  statuses: async (config, reach, { project }) => {
    const found = await rows(config, reach, 'sys_choice', {
      sysparm_query: `nameIN${safe(project)},task^element=state^inactive=false^language=en^ORDERBYsequence`,
      sysparm_fields: 'name,element,value,label',
      sysparm_limit: '200',
    })
    const states = found.filter((row) => valueOf(row.element) === 'state')
    if (states.length < found.length) throw ignored()
    // A table's own states come in place of those that all tasks have.
    const own = states.filter((row) => valueOf(row.name) === project)
    return (own.length > 0 ? own : states).map((row): ToolStatus => {
      const name = mustText(shownOf(row.label) ?? valueOf(row.label), 'label')
      const phase = phaseNamed(name)
      return { id: mustText(valueOf(row.value), 'value'), name, phase, ...(isNoResult(name) && { outcome: 'none' as const }) }
    })
  },
  priorities: async () => ['1', '2', '3', '4', '5'],
  person: async (config, reach, mail) => {
    const found = await rows(config, reach, 'sys_user', {
      sysparm_query: `email=${safe(mail)}^active=true`,
      sysparm_fields: 'sys_id,email',
      sysparm_limit: '2',
    })
    if (found.some((row) => valueOf(row.email)?.toLowerCase() !== mail.toLowerCase())) throw ignored()
    return found.length === 1 ? valueOf(found[0]?.sys_id) : null
  },
  sees: async (config, reach, { project }) => {
    // Rows that an account may not read are left out without a word.
    const found = await rows(config, reach, project, { sysparm_limit: '1', sysparm_fields: 'sys_id' })
    if (found.length === 0) throw new AdapterFault('refused', { told: project })
  },
  find: async (config, reach, { project }, mark) => {
    const found = await rows(config, reach, project, {
      sysparm_query: `correlation_id=${safe(mark)}^ORDERBYsys_created_on`,
      sysparm_fields: columns,
      sysparm_limit: '1',
    })
    const [first] = found
    if (!first) return null
    if (valueOf(first.correlation_id) !== mark) throw ignored()
    return ticketOf(config, first)
  },
  create: async (config, reach, { project }, { title, text, due, assignee }, mark) => {
    const body = {
      short_description: title.slice(0, 160),
      description: text,
      correlation_id: mark,
      correlation_display: ours,
      ...(due !== null && { due_date: `${due} 00:00:00` }),
      ...(assignee !== null && { assigned_to: assignee }),
    }
    const { body: made } = await go(config, reach, `table/${project}`, { method: 'POST', body }, shown)
    return ticketOf(config, recordOf(recordOf(made).result))
  },
  read: async (config, reach, id) => readRow(config, reach, id),
  async *changedSince(config, reach, { project }, since) {
    const from = stampOf(new Date(since.getTime() - overlap * 60_000))
    const seen = new Set<string>()
    const query = {
      sysparm_query: `correlation_display=${ours}^sys_updated_on>=${from}^ORDERBYsys_updated_on`,
      sysparm_fields: columns,
      sysparm_limit: pageSize,
    }
    for await (const page of pages(config, reach, project, query)) {
      const tickets: Ticket[] = []
      for (const row of page) {
        if (valueOf(row.correlation_display) !== ours || (valueOf(row.sys_updated_on) ?? '') < from) throw ignored()
        const ticket = ticketOf(config, row)
        if (!seen.has(ticket.id)) tickets.push(ticket)
        seen.add(ticket.id)
      }
      yield tickets
    }
  },
  change: async (config, reach, id, change) => {
    const { table, sysId } = partsOf(id)
    const answer = await go(config, reach, `table/${table}/${sysId}`, { method: 'PATCH', body: bodyOf(config, change), again: true, takes: [404] }, shown)
    if (answer.status === 404) return null
    const ticket = ticketOf(config, recordOf(recordOf(answer.body).result))
    // A rule of the table may keep a state without a word.
    if (change.state !== undefined && ticket.fields.state !== change.state) throw new AdapterFault('refused', { told: `state ${ticket.told.state}` })
    return ticket
  },
  async *comments(config, reach, id) {
    const { sysId } = partsOf(id)
    const query = {
      sysparm_query: `element_id=${sysId}^element=comments^ORDERBYsys_created_on`,
      sysparm_fields: 'sys_id,element_id,value,sys_created_on,sys_created_by',
      sysparm_limit: pageSize,
    }
    for await (const page of pages(config, reach, 'sys_journal_field', query)) {
      if (page.some((row) => valueOf(row.element_id) !== sysId)) throw ignored()
      yield page.map(commentOf)
    }
  },
  comment: async (config, reach, id, text, mark) => {
    const { table, sysId } = partsOf(id)
    await go(config, reach, `table/${table}/${sysId}`, { method: 'PATCH', body: { comments: `${text}\n\n${markOf(mark)}` } })
    for await (const page of servicenow.comments(config, reach, id)) {
      const made = page.find((comment) => comment.mark === mark)
      if (made) return made.id
    }
    return `mark:${mark}`
  },
  link: async (config, reach, id, { url, title }) => {
    const { table, sysId } = partsOf(id)
    const query = { sysparm_query: `element_id=${sysId}^element=work_notes`, sysparm_fields: 'element_id,value', sysparm_limit: pageSize }
    for await (const page of pages(config, reach, 'sys_journal_field', query)) {
      if (page.some((row) => valueOf(row.element_id) === sysId && (valueOf(row.value) ?? '').includes(url))) return
    }
    await go(config, reach, `table/${table}/${sysId}`, { method: 'PATCH', body: { work_notes: `${title}\n${url}` } })
  },
  lastChange: async (config, reach, id) => {
    const { sysId } = partsOf(id)
    const found = await rows(config, reach, 'sys_audit', {
      sysparm_query: `documentkey=${sysId}^ORDERBYDESCsys_created_on`,
      sysparm_fields: 'documentkey,fieldname,user,sys_created_on',
      sysparm_limit: pageSize,
    }).catch((error: unknown) => {
      // The audit is often withheld from accounts: then nobody is named.
      if (error instanceof AdapterFault && error.reason === 'refused') return []
      throw error
    })
    const last: { -readonly [K in keyof LastChange]: LastChange[K] } = {}
    for (const row of found) {
      const name = audited[valueOf(row.fieldname) ?? '']
      if (name && valueOf(row.documentkey) === sysId) last[name] ??= { who: valueOf(row.user) ?? '', at: momentOf(valueOf(row.sys_created_on)) }
    }
    return last
  },
}

const shown = { sysparm_display_value: 'all', sysparm_fields: columns, sysparm_exclude_reference_link: 'true' }
const audited: Readonly<Record<string, keyof LastChange>> = {
  state: 'state',
  short_description: 'title',
  due_date: 'due',
  assigned_to: 'assignee',
  priority: 'priority',
}

async function go(config: Config, reach: Reach, path: string, asked: Omit<Asked, 'headers'>, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const url = new URL(`${String(config.url ?? '').replace(/\/+$/, '')}/api/now/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return ask(reach, url, { ...asked, headers: signIn(config) })
}

const signIn = ({ user, password }: Config) => ({
  authorization: `Basic ${Buffer.from(`${String(user ?? '')}:${String(password ?? '')}`).toString('base64')}`,
})

type Row = Readonly<Record<string, unknown>>

async function rows(config: Config, reach: Reach, table: string, query: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const { body } = await go(config, reach, `table/${table}`, { again: true }, { ...shown, ...query })
  return listOf(recordOf(body).result)
}

/** The next page stands in the header `Link`, for as long as there is one. */
async function* pages(config: Config, reach: Reach, table: string, query: Readonly<Record<string, string>>): AsyncIterable<readonly Row[]> {
  const base = new URL(String(config.url ?? ''))
  const seen = new Set<string>()
  let answer = await go(config, reach, `table/${table}`, { again: true }, { ...shown, ...query })
  for (;;) {
    yield listOf(recordOf(answer.body).result)
    const next = /<([^<>]+)>\s*;\s*rel="?next"?/.exec(answer.headers.get('link') ?? '')?.[1]
    if (next === undefined || seen.has(next)) return
    seen.add(next)
    const url = new URL(next, base)
    // What signs in is sent to nobody else.
    if (url.origin !== base.origin) throw new AdapterFault('unexpected', { told: 'link' })
    answer = await ask(reach, url, { again: true, headers: signIn(config) })
  }
}

const ignored = () => new AdapterFault('unexpected', { told: 'query' })

/** A value within a query: `^` would begin another part of it. */
function safe(value: string): string {
  if (/[\^\r\n]/.test(value)) throw new AdapterFault('refused', { told: 'query' })
  return value
}

function bodyOf(config: Config, { state, title, due, assignee }: TicketChange): Readonly<Record<string, unknown>> {
  const code = textIn(config.close_code)
  return {
    ...(state !== undefined && { state, ...(code !== null && { close_code: code, close_notes: ours }) }),
    ...(title !== undefined && { short_description: title.slice(0, 160) }),
    ...(due !== undefined && { due_date: due === null ? '' : `${due} 00:00:00` }),
    ...(assignee !== undefined && { assigned_to: assignee ?? '' }),
  }
}

/** A row is found by its table and its id. */
function partsOf(id: string): { table: string; sysId: string } {
  const [table = '', sysId = ''] = id.split('/')
  if (!/^\w+$/.test(table) || !/^\w+$/.test(sysId)) throw new AdapterFault('gone')
  return { table, sysId }
}

async function readRow(config: Config, reach: Reach, id: string): Promise<Ticket | null> {
  const { table, sysId } = partsOf(id)
  const answer = await go(config, reach, `table/${table}/${sysId}`, { again: true, takes: [404] }, shown)
  return answer.status === 404 ? null : ticketOf(config, recordOf(recordOf(answer.body).result))
}

function ticketOf(config: Config, row: Row): Ticket {
  const [sysId, table] = [mustText(valueOf(row.sys_id), 'sys_id'), mustText(valueOf(row.sys_class_name), 'sys_class_name')]
  const due = valueOf(row.due_date)
  return {
    id: `${table}/${sysId}`,
    key: mustText(valueOf(row.number), 'number'),
    url: `${String(config.url ?? '').replace(/\/+$/, '')}/nav_to.do?uri=${encodeURIComponent(`${table}.do?sys_id=${sysId}`)}`,
    fields: {
      state: mustText(valueOf(row.state), 'state'),
      title: valueOf(row.short_description) ?? '',
      due: due === null ? null : due.slice(0, 10),
      assignee: valueOf(row.assigned_to),
      priority: valueOf(row.priority),
    },
    told: { state: shownOf(row.state) ?? '', assignee: shownOf(row.assigned_to), mail: valueOf(row['assigned_to.email']) },
    updated: momentOf(valueOf(row.sys_updated_on)),
  }
}

function commentOf(row: Row): ToolComment {
  const text = valueOf(row.value) ?? ''
  return {
    id: mustText(valueOf(row.sys_id), 'sys_id'),
    author: shownOf(row.sys_created_by) ?? '',
    text: text.replace(markPattern, ''),
    at: momentOf(valueOf(row.sys_created_on)),
    mark: markPattern.exec(text)?.[1] ?? null,
  }
}

/** Both of what a value is and how it is shown, or the value alone where no more was asked for. */
const valueOf = (field: unknown): string | null => textIn(typeof field === 'string' ? field : recordOf(field).value)
const shownOf = (field: unknown): string | null => textIn(typeof field === 'string' ? field : recordOf(field).display_value)

const stampOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
/** Values are of UTC; what is displayed is of the account's time zone. */
function momentOf(value: string | null): Date {
  const at = new Date(`${(value ?? '').replace(' ', 'T')}Z`)
  if (Number.isNaN(at.getTime())) throw new AdapterFault('unexpected', { told: 'date' })
  return at
}
