/** The kit without any area: one made-up entity, two customers, and sessions that a header names. For tests of what every area builds on. */
import { usualOrder, type DateOrder } from '#kit/contract/date-order.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, files, identifier, integer, links, localized, ref, text } from '#kit/contract/field.ts'
import type { Role } from '#kit/contract/right.ts'
import { en } from '#kit/locales/en.ts'
import { fr } from '#kit/locales/fr.ts'
import { byRole, createdBySelf, everyRow } from '#kit/server/access/row-rule.ts'
import { Secrets } from '#kit/server/access/secrets.ts'
import type { Who } from '#kit/server/access/who.ts'
import { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { mailAtOnceJob, notifier } from '#kit/server/data/people/notify.ts'
import { readersOf } from '#kit/server/data/people/readers.ts'
import { defineResource, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { folderStorage, type FileStorage } from '#kit/server/files/storage.ts'
import { answerErrors } from '#kit/server/http/answer-errors.ts'
import { Api, type ApiPorts } from '#kit/server/http/api.ts'
import type { Job, LongJob } from '#kit/server/http/area.ts'
import { guardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { resourceRoutes } from '#kit/server/http/resource-routes.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { JobQueue } from '#kit/server/jobs/job-queue.ts'
import { entityDdl } from '#platform/schema/ddl.ts'
import { testDatabase, type TestDatabase } from './database.ts'

/** Something with one field of most kinds. */
export const thing = defineEntity({
  name: 'thing',
  area: 'made_up',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'T' }),
    name: localized({ need: 'required' }),
    status: choice(['OPEN', 'DONE'], { default: 'OPEN' }),
    amount: integer({ min: 0, max: 1000 }),
    due: date(),
    parent: ref('thing'),
    peers: links('thing'),
    note: text(),
    proofs: files(),
  },
  rights: { read: 'thing.read', create: 'thing.create', update: 'thing.write', delete: 'thing.write' },
  list: {
    columns: ['identifier', 'name', 'status', 'amount', 'due', 'parent', 'peers'],
    more: ['note'],
    filters: ['identifier', 'status', 'amount', 'parent'],
    sort: 'identifier',
    search: ['identifier', 'name', 'note'],
  },
  form: [{ section: 'general', fields: ['identifier', 'name', 'status', 'amount', 'due', 'parent', 'peers', 'note', 'proofs'] }],
  importable: true,
})

const ownOrAll = byRole({ global_pilote: everyRow, contributor: createdBySelf })
const thingResource = defineResource({ def: thing, rules: { read: ownOrAll, create: everyRow, update: ownOrAll, delete: ownOrAll }, fork: { without: [] } })
const memberResource = defineResource({
  def: defineEntity({
    name: 'member',
    area: 'made_up',
    title: 'name',
    fields: { name: text({ by: 'server' }) },
    rights: { read: 'thing.read', create: null, update: null, delete: null },
    list: { columns: ['name'], filters: [], sort: 'name', search: [] },
    form: [],
  }),
  rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow },
})

const texts = {
  one: 'Thing',
  many: 'Things',
  new: 'New thing',
  sections: { general: 'General' },
  fields: {
    identifier: 'ID',
    name: 'Name',
    status: 'Status',
    amount: 'Amount',
    due: 'Due date',
    parent: 'Parent',
    peers: 'Peers',
    note: 'Note',
    proofs: 'Proofs',
  },
  choices: { status: { OPEN: 'Open', DONE: 'Done' } },
}
const textes = {
  one: 'Chose',
  many: 'Choses',
  new: 'Nouvelle chose',
  sections: { general: 'Général' },
  fields: {
    identifier: 'ID',
    name: 'Nom',
    status: 'Statut',
    amount: 'Montant',
    due: 'Échéance',
    parent: 'Parent',
    peers: 'Pairs',
    note: 'Note',
    proofs: 'Preuves',
  },
  choices: { status: { OPEN: 'Ouvert', DONE: 'Terminé' } },
}

const rightsByRole: Partial<Record<Role, readonly string[]>> = {
  global_pilote: ['thing.read', 'thing.create', 'thing.write', 'view.share'],
  contributor: ['thing.read', 'thing.create', 'thing.write'],
}

/** Who asks: a member by number (1 to 3; 3 holds no right), in customer A or B. */
export interface Caller {
  readonly customer?: 'A' | 'B'
  readonly member?: 1 | 2 | 3
  readonly lang?: 'en' | 'fr'
  readonly dateOrder?: DateOrder
}

export interface KitApp {
  readonly app: FastifyInstance
  readonly api: Api
  readonly db: DatabaseAccess
  readonly database: TestDatabase
  readonly owner: pg.Client
  readonly queue: JobQueue
  readonly storage: FileStorage
  readonly resources: Resources
  readonly customers: { readonly A: number; readonly B: number }
  readonly who: (caller?: Caller) => Who
  readonly call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, caller?: Caller) => Promise<KitAnswer>
  readonly upload: (url: string, name: string, content: Buffer, caller?: Caller) => Promise<KitAnswer>
  readonly close: () => Promise<void>
}

export interface KitAnswer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: Answer
  readonly raw: Buffer
}

/** Loosely typed on purpose: each test knows what it asked for. */
const answerSchema = z.record(z.string(), z.unknown())
type Answer = z.infer<typeof answerSchema> & { object?: Found; objects?: Found[] }
type Found = Readonly<Record<string, unknown>> & { readonly id: number }

interface Parts {
  readonly api: Api
  readonly app: FastifyInstance
  readonly db: DatabaseAccess
  /** The restricted role's. */
  readonly url: string
  readonly resources: Resources
  readonly storage: FileStorage
  readonly translate: ApiPorts['translate']
}

/** What a test adds to the made-up area: entities, of which the tables are made as their declarations say, who may what, and what is said. */
export interface Addition {
  readonly resources: readonly Resource[]
  readonly rights: Partial<Record<Role, readonly string[]>>
  readonly words: Readonly<Record<string, unknown>> & { readonly entities: Readonly<Record<string, unknown>> }
}
const nothingMore: Addition = { resources: [], rights: {}, words: { entities: {} } }

/** Builds the app on a database of its own; `setUp` registers what the test is about and answers its jobs. */
export async function kitApp(
  setUp: (parts: Parts) => readonly (Job | LongJob)[] | Promise<readonly (Job | LongJob)[]> = () => [],
  added: Addition = nothingMore,
): Promise<KitApp> {
  const database = await testDatabase()
  const owner = new pg.Client(database.ownerUrl)
  owner.on('error', () => {})
  await owner.connect()
  const customers = await prepare(owner)
  for (const { def } of added.resources) await owner.query(entityDdl(def))
  const db = new DatabaseAccess({ url: database.appUrl, connections: 8 })
  const folder = await mkdtemp(join(tmpdir(), 'kit-app-'))
  const storage = folderStorage(folder)
  const resources: Resources = new Map<string, Resource>([
    ['thing', thingResource],
    ['member', memberResource],
    ...added.resources.map((resource): [string, Resource] => [resource.def.name, resource]),
  ])
  const made = (thing: object) => ({ ...added.words, entities: { thing, ...added.words.entities } })
  const translate = translatorFor({ kit: { en, fr }, made_up: { en: made(texts), fr: made(textes) } })

  const who = ({ customer = 'A', member = 1, lang = 'en', dateOrder }: Caller = {}): Who => {
    const roles: Role[] = member === 3 ? [] : [member === 1 ? 'global_pilote' : 'contributor']
    const rights = new Set(roles.flatMap((role) => [...(rightsByRole[role] ?? []), ...(added.rights[role] ?? [])]))
    return {
      customerId: customers[customer],
      memberId: member,
      roles,
      rights,
      groupIds: [],
      perimeterIds: [],
      tagIds: [],
      adminType: null,
      accountId: null,
      impersonatorId: null,
      outside: null,
      lang,
      dateOrder: dateOrder ?? usualOrder[lang],
      timeZone: 'Europe/Paris',
      requestId: 'test',
      session: null,
      source: 'web',
    }
  }
  const app = fastify()
  await app.register(multipart)
  answerErrors(app, translate)
  const asked = (header: unknown) => JSON.parse(String(header)) as Caller
  const api = new Api(app, {
    db,
    translate,
    secrets: new Secrets(Buffer.alloc(32, 7)),
    publicUrl: 'http://localhost',
    widgets: {},
    addOns: [],
    readers: readersOf(resources),
    signals: { hear: () => {} },
    now: () => new Date(),
    fetch: guardedFetch(),
    sessions: {
      customerOf: (request) => (request.headers['x-test'] ? customers[asked(request.headers['x-test']).customer ?? 'A'] : null),
      hashOf: (request) => {
        const { customer = 'A', member = 1 } = asked(request.headers['x-test'])
        return `${customer}${member}`
      },
      read: async (_, request) => who(asked(request.headers['x-test'])),
    },
  })
  for (const resource of resources.values()) resourceRoutes(api, resource, resources)
  // Mails of what is told are an area's to write.
  const mails: Job = { name: mailAtOnceJob, run: async () => {} }
  const jobs = [...(await setUp({ api, app, db, url: database.appUrl, resources, storage, translate })), mails]
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const queue = await JobQueue.start({ url: database.appUrl, db, jobs, resources, log: silent, work: false })
  const rightsOf = (roles: readonly Role[]) => new Set(roles.flatMap((role) => [...(rightsByRole[role] ?? []), ...(added.rights[role] ?? [])]))
  db.ports = { ...db.ports, enqueue: queue.enqueue, rightsOf, notify: notifier(resources) }

  const inject = async (options: InjectOptions): Promise<KitAnswer> => {
    const response = await app.inject(options)
    const json = String(response.headers['content-type']).includes('json')
    return { status: response.statusCode, headers: response.headers, body: json ? (response.json() as Answer) : {}, raw: response.rawPayload }
  }
  return {
    app,
    api,
    db,
    database,
    owner,
    queue,
    storage,
    resources,
    customers,
    who,
    call: (method, url, body, caller = {}) =>
      inject({
        method,
        url: `/api${url}`,
        headers: { 'x-test': JSON.stringify(caller), 'x-vigie': '1' },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    upload: async (url, name, content, caller = {}) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(content)]), name)
      const encoded = new Response(form)
      return inject({
        method: 'POST',
        url: `/api${url}`,
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'x-test': JSON.stringify(caller), 'x-vigie': '1', 'content-type': encoded.headers.get('content-type') ?? '' },
      })
    },
    close: async () => {
      await app.close()
      await queue.stop()
      await db.close()
      await owner.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function prepare(owner: pg.Client): Promise<{ A: number; B: number }> {
  await owner.query(`
    create table thing (
      customer_id bigint not null references customer, id bigint generated always as identity, version int not null default 1,
      created_at timestamptz not null default moment(), created_by bigint, updated_at timestamptz not null default moment(), updated_by bigint,
      identifier text not null collate numeric_text, name_en text, name_fr text, status text, amount int, due date, parent_id bigint, note text,
      primary key (customer_id, id), unique (customer_id, identifier), foreign key (customer_id, parent_id) references thing (customer_id, id));
    call entity_table('thing');
    call link_table('thing', 'peers', 'thing');
    call make_past();
    insert into instance (name) values ('test');
    set role vigie_provider;
    insert into customer (instance_id, kind, name) values (1, 'ORGANISATION', 'A'), (1, 'ORGANISATION', 'B');
    reset role`)
  await owner.query('set role vigie_provider')
  const { rows } = await owner.query<{ id: string; name: 'A' | 'B' }>('select id, name from customer order by id')
  await owner.query('reset role')
  const customers = { A: 0, B: 0 }
  for (const { id, name } of rows) {
    customers[name] = Number(id)
    await owner.query(`begin; set local app.customer_id = '${id}';
      insert into member (customer_id, id, email, firstname, lastname, roles) overriding system value
        values (${id}, 1, 'p@x.example', 'Paula', 'Pilote', '{global_pilote}'), (${id}, 2, 'c@x.example', 'Chloé', 'Contributrice', '{contributor}'), (${id}, 3, 'n@x.example', 'Nadir', 'Nobody', '{}');
      commit`)
  }
  return customers
}
