import { setTimeout as pause } from 'node:timers/promises'
import { usageAtOnce } from '#areas/tenancy/contract/customer.ts'
import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn, visitor, type Visitor } from './http-client.ts'
import { median, repeat, together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const [customers, people, groups, entries] = [200, 5000, 200, 1_000_000]
/** Milliseconds of a page of a list or of the log, of a picker, of a new organisation. */
const [page, picker, made] = [300, 150, 300]

/** A provider with 200 organisations, of which one has 5,000 users in 200 groups and a log of a million entries; and one that is deleted beside others. */
export async function administration(world: World): Promise<Figure[]> {
  const large = await seedActions(world, { name: 'Administered', actions: 10_000, searchable: true })
  await seedPeople(world, large.customer)
  await seedLog(world, large.customer)
  const pilot = await signIn(world.server.port, await world.member(large.customer, { roles: ['global_pilote'] }), password)
  const root = await signIn(world.server.port, 'root@vigie.example', password)
  let n = 0
  const create = await repeat(12, () => must(root, 'POST', '/customer', { name: `Made ${(n += 1)}` }))
  for (n += 1; n < customers; n += 1) await world.customer(`Made ${n}`)
  await settle(world)
  const { objects } = (await must(root, 'GET', '/customer')) as { objects: { id: number }[] }
  const figures = [
    atMost('an organisation is made with its beginnings: p50', create.p50, made, ms, `p95 ${ms(create.p95)}`),
    await within(`list of ${objects.length} organisations`, page, () => must(root, 'GET', '/customer')),
    {
      what: `what ${usageAtOnce} of them use`,
      measured: ms((await repeat(8, () => must(root, 'POST', '/customer/usage', { ids: objects.slice(0, usageAtOnce).map(({ id }) => id) }))).p50),
    },
    ...(await pagesOf(world, large.customer, pilot)),
    ...(await beside(world)),
  ]
  for (const person of [pilot, root]) person.close()
  return figures
}

async function pagesOf(world: World, customer: number, pilot: Visitor): Promise<Figure[]> {
  const [one] = await world.owner<{ person: number; object: number; day: string }>(
    `select min(m.id)::int as person, (select min(r.id)::int from remediation r where r.customer_id = $1) as object, to_char(now() - interval '300 days', 'YYYY-MM-DD') as day
     from member m where m.customer_id = $1 and m.lastname = '777'`,
    [customer],
  )
  const asked = {
    'as it opens': '',
    'of a person': `person=${one?.person}`,
    'of an object': `object=remediation:${one?.object}`,
    'of a kind of deed': 'deed=CREATE',
    'of a day': `from=${one?.day}&to=${one?.day}`,
    'of a person and a kind': `person=${one?.person}&kind=remediation`,
    'found by a text': 'search=person+777',
  }
  const figures: Figure[] = []
  const list = (entity: string, query: object = {}) => must(pilot, 'POST', `/${entity}/page`, { queryParams: query })
  figures.push(
    await within(`users, of ${people}`, page, () => list('member')),
    await within('users, searched', page, () => list('member', { global_search: 'person 4321' })),
    await within(`groups, of ${groups}`, page, () => list('group')),
    await within('people and groups to choose from', picker, () => must(pilot, 'GET', '/user_group/users?search=person+43&limit=50')),
    await within('cockpit: attention', page, () => must(pilot, 'GET', '/dashboard/attention')),
    await within('cockpit: actions by month', page, () => must(pilot, 'GET', '/dashboard/actions')),
  )
  for (const [what, query] of Object.entries(asked))
    figures.push(await within(`log of ${entries} entries, ${what}`, page, () => must(pilot, 'GET', `/log?${query}`)))
  return figures
}

/** The lists of four people of one organisation while another one of 100,000 actions is deleted. */
async function beside(world: World): Promise<Figure[]> {
  const [gone, quiet] = [await seedActions(world, { name: 'Gone', actions: 100_000 }), await seedActions(world, { name: 'Beside', actions: 5000 })]
  await settle(world)
  const reader = await signIn(world.server.port, await world.member(quiet.customer, { roles: ['global_pilote'] }), password)
  const readers = Array.from({ length: 4 }, () => visitor(world.server.port, reader.cookie))
  const lists = (seconds: number) =>
    together(
      readers.map((person) => () => person.call('POST', '/remediation/page', { queryParams: {} })),
      seconds,
    )
  await lists(2)
  const alone = await lists(8)
  await world.owner(
    `update customer set disabled = true, disabled_at = now() - interval '31 days', deletion_asked_at = now() - interval '31 days', deletes_at = now() - interval '1 day' where id = $1`,
    [gone.customer],
  )
  const start = performance.now()
  await world.app.db.transaction(1, async (tx) => tx.enqueue({ name: 'customer.erase', data: { customer_id: gone.customer } }))
  const meanwhile: number[] = []
  const isThere = async () => (await world.owner('select 1 from customer where id = $1', [gone.customer])).length > 0
  while (await isThere()) {
    meanwhile.push((await lists(3)).p95)
    await pause(10)
  }
  const took = performance.now() - start
  for (const person of [reader, ...readers]) person.close()
  const p95 = median(meanwhile)
  return [
    atMost('p95 of the lists of B while A is deleted, against alone', p95 / alone.p95, 1.5, times, `${ms(p95)} and ${ms(alone.p95)}`),
    { what: 'A, of 100,000 actions, is gone after', measured: ms(took) },
  ]
}

async function within(what: string, limit: number, work: () => Promise<unknown>): Promise<Figure> {
  const { p50, p95 } = await repeat(20, work)
  return atMost(`${what}: p95`, p95, limit, ms, `p50 ${ms(p50)}`)
}

async function must(person: Visitor, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const answer = await person.call(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  return JSON.parse(answer.body.toString())
}

/** As many as there are in a large group, twenty-five to a group; written as the owner, as other rows of benches are. */
async function seedPeople(world: World, customer: number): Promise<void> {
  await world.owner('set session_replication_role = replica')
  await world.owner(
    `insert into member (customer_id, email, firstname, lastname, roles) select $1, 'many' || g || '@example.org', 'Person', g::text, '{contributor}' from generate_series(201, $2) g`,
    [customer, people],
  )
  await world.owner(`insert into "group" (customer_id, identifier, name) select $1, 'GRP-' || g, 'Group ' || g from generate_series(1, $2) g`, [
    customer,
    groups,
  ])
  await world.owner(
    `insert into group__members (customer_id, owner_id, target_id)
     select m.customer_id, g.id, m.id from (select *, row_number() over (order by id) as n from member where customer_id = $1) m
       join (select *, row_number() over (order by id) as n from "group" where customer_id = $1) g on g.n = 1 + m.n % $2`,
    [customer, groups],
  )
  await world.owner(
    `insert into search_document (customer_id, entity, id, text, name_en, name_fr, words_en, words_fr)
     select customer_id, 'member', id, fold(name || ' ' || email), name, name, search_words(name), search_words(name) from member where customer_id = $1 on conflict do nothing`,
    [customer],
  )
  await world.owner('reset session_replication_role')
}

/** Two years of it, by everybody about every action; its hashes are nobody's to verify. */
async function seedLog(world: World, customer: number): Promise<void> {
  await world.owner('set session_replication_role = replica')
  const from = `(select coalesce(max(seq), 0) as last from audit_entry where customer_id = $1) b, (select array_agg(id order by id) as ids from member where customer_id = $1) m`
  await world.owner(
    `insert into audit_entry (customer_id, seq, at, actor_id, source, request_id, previous_hash, hash)
     select $1, b.last + g, now() - make_interval(secs => ($2 - g) * 60), m.ids[1 + (g::bigint * 2654435761 % cardinality(m.ids))::int], 'web', 'bench', repeat('0', 64), repeat('0', 64)
     from ${from}, generate_series(1, $2) g`,
    [customer, entries],
  )
  await world.owner(
    `insert into audit_log (customer_id, seq, n, entity, object_id, action, object_version)
     select $1, e.seq, 1, (array['remediation', 'measure', 'gap', 'risk'])[1 + e.seq % 4], r.ids[1 + (e.seq * 40503 % cardinality(r.ids))::int], (array['update', 'create', 'update', 'delete'])[1 + e.seq / 7 % 4], 2
     from audit_entry e, (select array_agg(id order by id) as ids from remediation where customer_id = $1) r where e.customer_id = $1 and e.request_id = 'bench'`,
    [customer],
  )
  await world.owner(`update audit_head set seq = (select max(seq) from audit_entry where customer_id = $1), hash = repeat('0', 64) where customer_id = $1`, [
    customer,
  ])
  await world.owner('reset session_replication_role')
}
