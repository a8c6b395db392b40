import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import type { InventoryReport } from '#areas/assets/contract/inventory.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const library = (name: string, version = '1.0', rest: object = {}) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name}@${version}`,
  'bom-ref': name,
  ...rest,
})
const shop = (rest: object, name = 'Shop') => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { component: { type: 'application', name, 'bom-ref': name } },
  ...rest,
})
const send = (content: object | string, query = '', by: Person = world.pilot) =>
  by.upload(`/supporting_asset/inventory?${query}`, 'bom.json', Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)))
const imported = async (content: object | string, query = `perimeter=${world.lyon}`, by: Person = world.pilot): Promise<InventoryReport> =>
  objectOf(await send(content, query, by))
const states = ({ lines }: InventoryReport) => lines.map(({ name, state, changes }) => [name, state, ...changes].join(' '))
const read = async (id: number | null): Promise<Row> => objectOf(await world.pilot.get(`/supporting_asset/${id}`))
const count = async () => (await world.pilot.post('/supporting_asset/page', { queryParams: {} })).body.total as number
const namesOf = (links: readonly { name: string }[]) => links.map(({ name }) => name).toSorted()

const first = shop({
  components: [library('web'), library('router'), library('cache')],
  services: [{ name: 'stock', 'bom-ref': 'stock' }],
  dependencies: [
    { ref: 'Shop', dependsOn: ['web'] },
    { ref: 'web', dependsOn: ['router', 'stock'] },
    { ref: 'router', dependsOn: ['cache'] },
    { ref: 'cache', dependsOn: ['router'] },
  ],
})

test('a file is tried, imported once, and changes nothing the second time', async () => {
  const before = await count()
  const trial = await imported(first, 'trial=1')
  expect(trial).toMatchObject({ application: null, counts: { new: 5, changed: 0, unchanged: 0, gone: 0 } })
  expect(await count()).toBe(before)
  expect((await send(first)).body.errors).toHaveProperty('perimeter')

  const { application, counts, lines } = await imported(first)
  expect([counts.new, await count()]).toEqual([5, before + 5])
  const shown = await read(application?.id ?? null)
  expect([shown.name, namesOf(shown.dependencies)]).toEqual(['Shop', ['web']])
  const web = await read(lines.find(({ name }) => name === 'web')?.id ?? null)
  expect(web).toMatchObject({
    release: '1.0',
    external_key: 'pkg:npm/web',
    application: { id: application?.id },
    perimeter: { id: world.lyon },
    type: 'SOFTWARE',
  })
  expect(namesOf(web.dependencies)).toEqual(['router', 'stock'])
  // The loop of the file is there, and is shown.
  const loops = (await world.pilot.get('/supporting_asset/loops')).body.objects as { assets: { name: string }[] }[]
  expect(loops.map(({ assets }) => namesOf(assets))).toEqual([['cache', 'router']])

  const { version } = web
  const again = await imported(first)
  expect([again.counts, await count()]).toEqual([{ new: 0, changed: 0, unchanged: 5, gone: 0 }, before + 5])
  expect((await read(web.id)).version).toBe(version)
})

test('the next release changes what is other, leaves what people said, and names what is gone', async () => {
  const { lines } = await imported(first)
  const idOf = (name: string) => lines.find((line) => line.name === name)?.id ?? 0
  const mine = objectOf(await world.pilot.post('/supporting_asset', { name_en: 'Rack', type: 'HARDWARE', perimeter: world.lyon })).id as number
  const orders = objectOf(await world.pilot.post('/business_value', { name_en: 'Orders', availability: 3 })).id as number
  const router = await read(idOf('router'))
  await world.pilot.put(`/supporting_asset/${router.id}`, {
    name_en: 'Our router',
    type: 'NETWORK',
    dependencies: [...router.dependencies.map(({ id }: { id: number }) => id), mine],
  })
  await world.pilot.put(`/supporting_asset/${idOf('Shop')}`, { business_values: [orders] })
  const next = shop({
    components: [library('web', '2.0'), library('router'), library('logger', '0.1')],
    dependencies: [
      { ref: 'Shop', dependsOn: ['web'] },
      { ref: 'web', dependsOn: ['router'] },
    ],
  })
  const expected = [
    'Shop CHANGED dependencies',
    'web CHANGED release dependencies',
    'Our router CHANGED dependencies',
    'logger NEW',
    'cache GONE',
    'stock GONE',
  ]
  expect(states(await imported(next, 'trial=1'))).toEqual(expected)
  expect(states(await imported(next))).toEqual(expected)
  expect(states(await imported(next)).map((line) => line.split(' ').at(-1))).toEqual(['UNCHANGED', 'UNCHANGED', 'UNCHANGED', 'UNCHANGED', 'GONE', 'GONE'])
  expect(await read(idOf('router'))).toMatchObject({ name: 'Our router', type: 'NETWORK', dependencies: [{ id: mine }] })
  expect(await read(idOf('web'))).toMatchObject({ release: '2.0' })
  // The need of the application comes to all that it is made of, and to what people added below.
  expect(await read(mine)).toMatchObject({ need: 3 })
  expect(await read(idOf('cache'))).toMatchObject({ need: null })
})

test('of another application the same packages are assets of their own; one is chosen where the file names none', async () => {
  const other = await imported(shop({ components: [library('web')] }, 'Intranet'))
  expect(other.counts).toMatchObject({ new: 2, gone: 0 })
  const chosen = objectOf(await world.pilot.post('/supporting_asset', { name_en: 'Portal', type: 'SOFTWARE', perimeter: world.nantes })).id as number
  const nameless = { bomFormat: 'CycloneDX', specVersion: '1.6', components: [library('web')] }
  expect((await imported(nameless)).faults).toMatchObject([{ at: 'metadata.component' }])
  const { application, lines } = await imported(nameless, `application=${chosen}`)
  expect(application).toMatchObject({ id: chosen, name: 'Portal' })
  expect(await read(lines.at(-1)?.id ?? null)).toMatchObject({ perimeter: { id: world.nantes }, application: { id: chosen } })
  expect(states(await imported(nameless, `application=${chosen}`))).toEqual(['Portal UNCHANGED', 'web UNCHANGED'])
})

test('a file with faults changes nothing, and tells where they are, the first fifty of them', async () => {
  const before = await count()
  const wrong = shop({ components: Array.from({ length: 80 }, () => ({ type: 'library' })) }, 'Broken')
  const { faults, fault_count, counts } = await imported(wrong)
  expect([faults.length, fault_count, counts.new, faults[0]]).toEqual([
    50,
    80,
    0,
    { at: 'components[0].name', message: 'Missing, or not what CycloneDX asks for here' },
  ])
  expect(await count()).toBe(before)
  expect((await send('x'.repeat(5_100_000), `perimeter=${world.lyon}`)).status).toBeGreaterThanOrEqual(400)
  expect((await imported('[[[')).faults).toMatchObject([{ at: '' }])
})

test('whoever may not write there imports nothing there', async () => {
  const content = shop({ components: [library('web')] }, 'Foreign')
  const before = await count()
  for (const by of [world.auditor, world.contributor]) expect((await send(content, `perimeter=${world.lyon}`, by)).status).toBe(403)
  expect((await send(content, `perimeter=${world.nantes}`, world.local)).status).not.toBe(200)
  const far = objectOf(await world.pilot.post('/supporting_asset', { name_en: 'Far', type: 'SOFTWARE', perimeter: world.nantes })).id as number
  expect((await send(content, `application=${far}`, world.local)).status).toBe(404)
  expect(await count()).toBe(before + 1)
  const { id } = await world.app.customer('Elsewhere')
  const stranger = await world.app.member(id, 'global_pilote')
  expect((await send(content, `application=${far}`, stranger)).status).toBe(404)
  expect((await imported(content, `perimeter=${world.lyon}`, world.local)).counts.new).toBe(2)
})

test('a thousand components take as many statements as ten', async () => {
  const statements = async (name: string, size: number) => {
    const components = Array.from({ length: size }, (_, n) => library(`${name}-${n}`))
    const dependencies = components.map((one, n) => ({ ref: one.name, dependsOn: [`${name}-${(n * 7 + 1) % size}`] }))
    return (await watchStatements(() => imported(shop({ components, dependencies }, name)))).texts.length
  }
  const ten = await statements('Ten', 10)
  expect(await statements('Thousand', 999)).toBeLessThanOrEqual(ten + 4)
})

test('whoever does not reach all of an application is told so, in a trial too, and makes nothing of it twice', async () => {
  const cellar = (version: string) => ({ ...shop({ components: [library('cask', version), library('tap', version)] }, 'Cellar') })
  const { lines } = await imported(cellar('1.0'))
  const cask = lines.find(({ name }) => name === 'cask')
  objectOf(await world.pilot.put(`/supporting_asset/${cask?.id}`, { perimeter: world.nantes }))
  const before = await count()
  for (const trial of ['', '&trial=1']) {
    const refused = await send(cellar('2.0'), `perimeter=${world.lyon}${trial}`, world.local)
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('out of your reach')])
  }
  expect(await count()).toBe(before)
})

test('two projects whose root has the same reference are two applications, and a scan with other references finds its assets again', async () => {
  const project = (name: string, seed: string) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name, 'bom-ref': 'root-component' } },
    components: ['ledger', 'mailer'].map((one) => ({ type: 'library', name: `${name}-${one}`, version: '1.0', 'bom-ref': `${seed}-${one}` })),
  })
  const billing = await imported(project('Billing', 'a'))
  const payroll = await imported(project('Payroll', 'b'))
  expect([payroll.counts, payroll.application?.id === billing.application?.id]).toEqual([{ new: 3, changed: 0, unchanged: 0, gone: 0 }, false])
  expect((await read(billing.application?.id ?? null)).name).toBe('Billing')
  expect((await imported(project('Billing', 'c'))).counts).toEqual({ new: 0, changed: 0, unchanged: 3, gone: 0 })
})

test('a file that would turn one application into another asks first, and changes nothing until somebody confirms it', async () => {
  const { application } = await imported(shop({ components: [library('desk')] }, 'Desk'))
  const other = shop({ components: [library('desk'), library('lamp')] }, 'Lamp')
  const query = `application=${application?.id}`
  const before = await count()
  for (const trial of ['', '&trial=1']) {
    const { asks, counts } = await imported(other, `${query}${trial}`)
    expect([asks, counts.new]).toEqual([expect.stringContaining('another application'), 1])
  }
  expect(await count()).toBe(before)
  expect(await imported(other, `${query}&confirmed=1`)).toMatchObject({ asks: null, counts: { new: 1, unchanged: 1 } })
  expect(await count()).toBe(before + 1)
  // From now on the file is known to be of this application.
  expect(await imported(other)).toMatchObject({ asks: null, application: { id: application?.id }, counts: { unchanged: 3 } })
  const stranger = shop({ components: [library('boat')] }, 'Lamp')
  expect((await imported(stranger)).asks).toContain('The file holds nothing of this application')
  expect(await count()).toBe(before + 1)
})

test('what an earlier release knew by its reference in one file keeps its asset', async () => {
  const cask = { type: 'library', name: 'cask', version: '1.0' }
  const brewery = (ref: string) => ({ ...shop({ components: [{ ...cask, 'bom-ref': ref }] }, 'Brewery') })
  const { lines } = await imported(brewery('r1'))
  const [application = 0, part = 0] = lines.map(({ id }) => id ?? 0)
  await world.app.db.transaction(world.customer, (tx) =>
    tx.runText(`update supporting_asset set external_key = case id when $2 then 'root-component' else 'r0' end where customer_id = $1 and id in ($2, $3)`, [
      world.customer,
      application,
      part,
    ]),
  )
  expect(states(await imported(brewery('r2')))).toEqual(['Brewery UNCHANGED', 'cask UNCHANGED'])
  expect(await read(part)).toMatchObject({ external_key: 'cask' })
  expect(await read(application)).toMatchObject({ external_key: 'Brewery' })
})

test('what another tool writes of the same packages is the same, whatever its way to write their addresses', async () => {
  const bom = (own: string, ...purls: string[]) =>
    shop({
      metadata: { component: { type: 'application', name: 'Kiosk', 'bom-ref': 'root', purl: own } },
      components: purls.map((purl, n) => ({ type: 'library', name: `part ${n}`, version: '1', 'bom-ref': `r${n}`, purl })),
    })
  const made = await imported(
    bom('pkg:npm/@acme/kiosk@1', 'pkg:pypi/Zope.Interface@1', 'pkg:deb/debian/libc6@1?distro=12&arch=amd64', 'pkg:npm/@acme/router@1'),
  )
  expect(made.counts).toMatchObject({ new: 4 })
  // As earlier releases kept them.
  const { id } = made.lines.find(({ name }) => name === 'part 2') ?? { id: null }
  const owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  await owner.query(
    `update supporting_asset set external_key = case id when $1 then 'pkg:npm/@acme/router' else 'pkg:npm/@acme/kiosk' end where id in ($1, $2)`,
    [id, made.application?.id],
  )
  await owner.end()
  const again = bom('pkg:npm/%40acme/kiosk@1', 'pkg:PyPI/zope_interface@1', 'pkg:deb/Debian/libc6@1?arch=amd64&distro=12', 'pkg:npm/%40acme/router@1')
  expect((await imported(again, '')).counts).toEqual({ new: 0, changed: 0, unchanged: 4, gone: 0 })
  expect((await read(id)).external_key).toBe('pkg:npm/%40acme/router')
})

test('the plain list leaves out libraries alone: services of an inventory stand in it, and what was kept before learns what it is', async () => {
  const file = shop({ components: [library('lens')], services: [{ name: 'ledger', 'bom-ref': 'ledger' }] }, 'Booth')
  const { lines } = await imported(file)
  const ids = lines.map(({ id }) => id)
  const listed = async () => {
    const filters = [{ name: 'library', selected_options: [false] }]
    const { objects } = (await world.pilot.post('/supporting_asset/page', { queryParams: { per_page: 100, filters } })).body as {
      objects: { id: number; name: string }[]
    }
    return objects.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).toSorted()
  }
  expect(await listed()).toEqual(['Booth', 'ledger'])
  const owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  await owner.query('update supporting_asset set library = false where id = any($1)', [ids])
  await owner.end()
  expect(await listed()).toEqual(['Booth', 'ledger', 'lens'])
  expect((await imported(file, '')).counts).toEqual({ new: 0, changed: 0, unchanged: 3, gone: 0 })
  expect(await listed()).toEqual(['Booth', 'ledger'])
})
