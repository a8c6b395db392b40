import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plainWords } from '#kit/contract/wordings.ts'
import { makeWorld, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

/** More than the search ranks one by one, and fewer plans than it looks through. */
const actions = 9000

let world: World
let owner: pg.Client

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  // Words of every action, of a third, of a hundredth, and of a few; in names, in one language alone, at their beginning, in descriptions.
  await owner.query(
    `insert into remediation (customer_id, identifier, name_en, name_fr, description, program_id, perimeter_id)
      select $1, case when g % 2 = 0 then 'X-' || g else 'Y-' || lpad(g::text, 6, '0') end,
        case when g % 5 = 0 then null else concat_ws(' ', (array['Review', 'Écran', 'Zone', 'zone of', 'Lock-down'])[1 + g % 5], case when g % 3 = 0 then 'turbine' end, case when g % 97 = 0 then 'quarantine' end, g % 50) end,
        case when g % 5 <> 0 and g % 4 = 0 then null else concat_ws(' ', (array['Revue', 'Zone', 'Pare-feu', 'l''écran'])[1 + g % 4], case when g % 7 = 0 then 'écluse' end, g % 40) end,
        concat_ws(' ', 'described', case when g % 2 = 0 then 'server' end, case when g % 1000 = 1 then 'unheard' end, case when g % 6 = 0 then 'écluses' end), $2, ($3::bigint[])[1 + g / 11 % 3]
      from generate_series(1, ${actions}) g`,
    [world.customer, world.plan, [world.root, world.lyon, world.nantes]],
  )
  await owner.query(
    `insert into search_document (customer_id, entity, id, text, identifier, name_en, name_fr, words_en, words_fr)
      select customer_id, 'remediation', id, fold(concat_ws(' ', identifier, name_en, name_fr, description)), fold(identifier), coalesce(name_en, name_fr), coalesce(name_fr, name_en),
        search_words(coalesce(name_en, name_fr)), nullif(search_words(coalesce(name_fr, name_en)), search_words(coalesce(name_en, name_fr)))
      from remediation where customer_id = $1 on conflict do nothing`,
    [world.customer],
  )
  await owner.query('reset session_replication_role')
  for (const table of ['remediation', 'search_document']) await owner.query(`vacuum (analyze) ${table}`)
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})

const found = async (by: Person, q: string) =>
  ((await by.get(`/search?q=${encodeURIComponent(q)}`)).body.objects as { entity: string; id: number }[])
    .filter(({ entity }) => entity === 'remediation')
    .map(({ id }) => id)

/** The same looked for in every action, one after the other. */
async function lookedUp(q: string, perimeters: readonly number[] | null): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>(
    `with named as (select id, identifier, coalesce(name_en, name_fr, '') as name, array[coalesce(name_en, name_fr, ''), coalesce(name_fr, name_en, '')] as names,
        fold(concat_ws(' ', identifier, name_en, name_fr, description)) as said from remediation where customer_id = $1 and ($2::bigint[] is null or perimeter_id = any($2))),
      ranked as (select *, case when fold(identifier) = fold($3) then 0 when starts_with(fold(identifier), fold($3)) then 1
        when exists (select from unnest(names) n where starts_with(fold(n), fold($3))) then 2
        when exists (select from unnest(names) n where not exists (select from unnest($5::text[]) w where strpos(' ' || regexp_replace(fold(n), '[^[:alnum:]]+', ' ', 'g'), ' ' || fold(w)) = 0)) then 4
        else 6 end as rank from named)
      select id from ranked r where not exists (select from unnest($4::text[]) w where case when length(fold(w)) > 2 then strpos(said, fold(w)) = 0
          else not to_tsvector('simple', said) @@ to_tsquery('simple', '''' || fold(w) || ''':*') end)
      order by rank, case when rank = 1 then length(identifier) end, name, id limit 8`,
    [world.customer, perimeters, q, q.split(' '), plainWords(q).split(' ')],
  )
  return rows.map(({ id }) => Number(id))
}

const searches = [
  'turbine', 'zone', 'Zone', 'écran', 'ecran', 'pare', 'pare-feu', 'revue', 'review', 'quarantine', 'unheard', 'described', 'server', 'erver', 'écluse', 'écluses', 'lock-down', 'down', 'of',
  'X-1', 'x-12', 'Y-0', 'y-00012', 'X-4444', 'X', 'Y-', '12', 'zone turbine', 'turbine zone', 'review turbine quarantine', 'zone 7', 'described server', "l'écran", 'nothing at all', 'zone zone',
] // prettier-ignore

test.each(searches)('the best of «%s» are those that reading everything finds, for whoever reads all and for whoever reads a part', async (q) => {
  expect(await found(world.pilot, q)).toEqual(await lookedUp(q, null))
  expect(await found(world.local, q)).toEqual(await lookedUp(q, [world.lyon]))
})

interface Sent {
  readonly text: string
}

test('a search is a few short statements, whatever is looked for', async () => {
  for (const by of [world.pilot, world.local])
    for (const q of ['turbine', 'unheard', 'nothing', Array.from({ length: 24 }, (_, n) => `word${n}`).join(' ')]) {
      const spy = vi.spyOn(pg.Client.prototype, 'query')
      try {
        await found(by, q)
        const sent = spy.mock.calls.map(([statement]: unknown[]) => (typeof statement === 'string' ? statement : (statement as Sent).text))
        expect(sent.length).toBeLessThanOrEqual(6)
        expect(sent.join('').length).toBeLessThan(20_000)
      } finally {
        spy.mockRestore()
      }
    }
})

test('of many texts with a word few are read', async () => {
  const client = new pg.Client(world.app.database.appUrl)
  await client.connect()
  try {
    await client.query(`set app.customer_id = '${world.customer}'`)
    const blocks = async (said: string) => {
      const ways = JSON.stringify([{ said, words: [said], begins: [said] }])
      const { rows } = await client.query<Record<'QUERY PLAN', string>>('explain (analyze, buffers, format text) select * from search_best($1, $2, $3, 64)', [
        ['remediation'],
        'en',
        ways,
      ])
      const [, hit = '0'] = /shared hit=(\d+)/.exec(rows.map((row) => row['QUERY PLAN']).join('\n')) ?? []
      return Number(hit)
    }
    await blocks('turbine')
    // A third of them holds it.
    expect(await blocks('turbine')).toBeLessThan(actions / 6)
  } finally {
    await client.end()
  }
})

test('the search works with more rights than who asks, so it takes no language but the two', async () => {
  const asked = (lang: string | null) =>
    world.app.db.transaction(world.customer, (tx) =>
      tx.runText('select entity from search_best($1::text[], $2, $3::jsonb, 8)', [
        ['remediation'],
        lang,
        JSON.stringify([{ said: 'zone', words: ['zone'], begins: ['zone'] }]),
      ]),
    )
  expect((await asked('fr')).length).toBeGreaterThan(0)
  for (const wrong of ['en, d.text', 'EN', '', null]) await expect(asked(wrong)).rejects.toThrow('There is no language')
})
