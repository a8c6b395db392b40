import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { emptyDatabase } from '#tools/test/database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const copied = ['app', 'platform', 'areas', 'kit', 'tools', 'migrations', 'package.json', 'tsconfig.json', '.oxfmtrc.json']
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'vigie-new-entity-'))
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  plan()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Pages of an area that there is not yet, as those are planned that the specification has. */
function plan(): void {
  const put = (path: string, before: string, lines: string) => {
    const text = readFileSync(join(copy, path), 'utf8')
    writeFileSync(
      join(copy, path),
      text.replace(before, (found) => found + lines),
    )
  }
  put(
    'app/web/planned-routes.ts',
    'RouteMeta[] = [\n',
    `  page('/admin/keepers', 'issues', { category: 'administration', order: 470, feature: 'INTEGRATION' }),
  page('/admin/customer_outposts', 'issues', {
    category: 'administration',
    order: 450,
    when: ({ properties }) => properties.has_outpost === true,
  }),
  page('/admin/customer_outposts/$id/jobs', 'issues', { when: ({ properties }) => properties.has_outpost === true }),
`,
  )
  put('app/test/routes/route-expectation.ts', "  '/admin/workers': 'P @INTEGRATION',\n", "  '/admin/keepers': 'P @INTEGRATION',\n")
}

const node = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}
const make = (...args: string[]) => node('tools/new-entity.ts', ...args)
const read = (path: string) => readFileSync(join(copy, path), 'utf8')
const listedAreas = () =>
  /^const rooms\b[^=]*= \[([^\]]*)\]/m
    .exec(read('app/server/registry.ts'))?.[1]
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .join(' ')
const migrationOf = (name: string) => readdirSync(join(copy, 'migrations')).find((file) => file.endsWith(`_new_${name}.sql`)) ?? ''

test('an entity of a new area and one of an old area are registered, in all their places', () => {
  expect(make('outposts', 'near_miss', '--beside=gaps')).toMatchObject({ status: 0 })
  expect(make('catalog', 'supply')).toMatchObject({ status: 0 })
  expect(make('outposts', 'keeper')).toMatchObject({ status: 0 })
  expect(make('outposts', 'finding', '--work')).toMatchObject({ status: 0 })
  expect(read('areas/outposts/contract/near-miss.ts')).toContain("name: 'near_miss'")
  expect(read('areas/catalog/web/routes.ts')).toContain("path: '/catalog/supplies'")
  const registered = node(
    '--input-type=module',
    '-e',
    "const { resources, rights } = await import('./app/server/registry.ts'); console.log(resources.has('near_miss') && resources.has('supply') && resources.has('keeper') && resources.get('finding')?.work !== undefined && 'near_miss.write' in rights)",
  )
  expect(registered).toEqual({ status: 0, said: 'true\n' })
})

test('a field is added to the contract, to table and history, and to the words of both languages', async () => {
  const add = (...args: string[]) => node('tools/add-field.ts', ...args)
  for (const args of [
    ['perimeter', 'nickname', 'text'],
    ['perimeter', 'mood', 'choice', 'GOOD,BAD'],
    ['remediation', 'sponsor', 'ref', 'member'],
    ['label', 'audience', 'choices', 'INSIDE,OUTSIDE'],
    ['label', 'tale', 'localized'],
    ['tag', 'allies', 'links', 'member'],
    ['tag', 'loud', 'flag'],
    ['label', 'cause', 'refOneOf', 'measure,perimeter'],
    ['label', 'urgency', 'level', 'priority'],
  ])
    expect(add(...args), args.join(' ')).toMatchObject({ status: 0, said: expect.not.stringContaining('by hand') })
  expect(read('areas/organisation/contract/perimeter.ts')).toContain("    mood: choice(['GOOD', 'BAD']),\n  },\n  rights")
  for (const lang of ['en', 'fr']) expect(read(`areas/organisation/locales/${lang}.ts`)).toContain("mood: { GOOD: 'Good', BAD: 'Bad' }")
  // A link has a word for its other side too, whether the entity had one already or not.
  expect(read('areas/actions/locales/en.ts')).toContain("linked: {\n        sponsor: 'Remediation: sponsor',\n        evidences: ")
  for (const lang of ['en', 'fr']) expect(read(`areas/catalog/locales/${lang}.ts`)).toMatch(/ {4}label: \{\s+linked: \{\s*cause: 'Label: cause',\s*\},/)
  const database = await emptyDatabase()
  try {
    await migrate(database.ownerUrl, { dir: join(copy, 'migrations') })
    // What the changed declarations say, and nothing about these fields that the schema lacks.
    const compared = node(
      '--input-type=module',
      '-e',
      `const { default: pg } = await import('pg'); const { differences } = await import('./platform/schema/compare.ts'); const { resources } = await import('./app/server/registry.ts')
      const client = new pg.Client(${JSON.stringify(database.ownerUrl)}); await client.connect(); await client.query('begin')
      const found = await differences(client, ['perimeter', 'remediation', 'label', 'tag'].map((name) => resources.get(name).def)); await client.query('rollback'); await client.end()
      console.log(JSON.stringify(found.filter((line) => /nickname|mood|sponsor|audience|tale|allies|loud|cause|urgency/.test(line))))`,
    )
    expect(compared).toEqual({ status: 0, said: '[]\n' })
  } finally {
    await database.drop()
  }
  expect(add('perimeter', 'nickname', 'text')).toEqual({ status: 1, said: 'perimeter has nickname already.\n' })
  expect(add('perimeter', 'friend', 'ref')).toEqual({ status: 1, said: 'A ref needs the entity that it names.\n' })
  expect(add('nothing', 'friend', 'text')).toEqual({ status: 1, said: 'No contract declares nothing.\n' })
  expect(add('perimeter', 'friend', 'wish').said).toContain('Usage')
})

test('all of that compiles', () => {
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: false },
    include: [
      ...['outposts', 'catalog'].flatMap((area) => [`areas/${area}/contract`, `areas/${area}/server`, `areas/${area}/locales`, `areas/${area}/web/routes.ts`]),
      ...['organisation', 'actions'].flatMap((area) => [`areas/${area}/contract`, `areas/${area}/locales`]),
      'areas/*/web/addresses.d.ts',
      'app/web/addresses.d.ts',
      'app/server/registry.ts',
      'app/test/routes/route-probes.ts',
      'tools/test/global-setup.ts',
      'app/test/routes/route-expectation.ts',
      'app/web/planned-routes.ts',
      'kit/web/scheduler.d.ts',
    ],
  }
  writeFileSync(join(copy, 'tsconfig.scaffold.json'), JSON.stringify(config))
  expect(node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.scaffold.json')).toEqual({ status: 0, said: '' })
})

test('nobody reaches a row of it, and it says by hand-written stubs what is still to be said', () => {
  expect(read('areas/outposts/server/near-miss.ts')).toContain('rules: { read: noRow, create: noRow, update: noRow, delete: noRow }')
  expect(read('areas/outposts/server/area.ts')).toContain('resources: [findingResource, keeperResource, nearMissResource],')
  expect(read('areas/catalog/server/area.ts')).toContain("from './supply.ts'")
  // What every entity has, it has in both languages.
  expect(read('areas/outposts/locales/fr.ts')).toContain("fields: { identifier: 'Identifiant', name: 'Nom', description: 'Description' }")
  expect(read('areas/outposts/locales/fr.ts')).toContain("waits_for: 'En attente de moi',")
  expect(read('app/test/rights/rights-expectation.test.ts')).toContain("near_miss: { global_pilote: '-'")
  expect(read('app/test/routes/route-expectation.ts')).toContain("'/outposts/near_misses'")
  expect(read('app/test/routes/menu-expectation.ts')).toMatch(/\['\/outposts\/near_misses'\],\n(.*\n)*? {2}\/\/ Contributions\./)
  expect(read('areas/outposts/locales/en.ts')).toMatch(/none: 'No near miss yet',\s+none_text: 'To be written.',/)
  for (const lang of ['en', 'fr']) expect(read(`areas/help/pages/${lang}/outposts_near_misses.md`)).toContain('# Near misses\n')
  expect(read('areas/help/server/contents.ts')).toContain('outposts_near_misses: [')
})

test('people are told of what has a lifecycle, beside what the area tells them already', () => {
  expect(read('areas/outposts/server/area.ts')).toContain("digests: [workDigest(findingResource, () => '/outposts/findings')],")
  expect(make('outposts', 'second_finding', '--work').said).not.toContain('add to')
  expect(make('incidents', 'drill', '--work').said).not.toContain('add to')
  const [fresh, existing] = [read('areas/outposts/server/area.ts'), read('areas/incidents/server/area.ts')]
  for (const area of [fresh, existing]) {
    expect(area.match(/import \{ workDigest \}/g)).toHaveLength(1)
    expect(area.match(/ digests: \[/g)).toHaveLength(1)
  }
  expect(fresh).toMatch(/digests: \[\s*workDigest\(secondFindingResource, .*\),\s*workDigest\(findingResource, /)
  expect(existing).toMatch(/workDigest\(drillResource, .*\),\s*workDigest\(incidents, /)
})

test('a new area stands where the order of areas has it, and the page that was planned is its own', () => {
  expect(listedAreas()).toContain('gapsArea actions outposts')
  expect(read('tools/imports/law.ts')).toContain("['exemptions', 'gaps', 'actions', 'metrics', 'outposts'],")
  // And the next one, where the list no longer fits on a line.
  expect(make('administration', 'licence', '--beside=library')).toMatchObject({ status: 0 })
  expect(listedAreas()).toMatch(/ library (\w+ )*administration( \w+)*$/)
  const routes = read('areas/outposts/web/routes.ts')
  expect(routes).toContain("path: '/admin/keepers'")
  expect(read('app/web/planned-routes.ts')).not.toContain("'/admin/keepers',")
  expect(read('app/test/routes/route-expectation.ts').match(/'\/admin\/keepers'/g)).toHaveLength(1)
  // Its place in the menu is the planned one; whatever nobody planned stands behind, each at a place of its own.
  const places = [...routes.matchAll(/path: '(.+)'[^}]*?order: (\d+)/g)].map(([, path, order]) => [path, Number(order)])
  expect(new Map(places as [string, number][]).get('/admin/keepers')).toBe(470)
  expect(new Set(places.map(([, order]) => order)).size).toBe(4)
  expect(Math.max(...places.map(([, order]) => Number(order)))).toBeGreaterThan(50)
})

test('a planned page that is said in several lines is taken over whole', () => {
  expect(make('outposts', 'customer_outpost')).toMatchObject({ status: 0 })
  expect(read('app/web/planned-routes.ts')).not.toContain("'/admin/customer_outposts',")
  expect(read('app/web/planned-routes.ts')).toContain("'/admin/customer_outposts/$id/jobs'")
  // With all that it depends on.
  expect(read('areas/outposts/web/routes.ts')).toContain('when: ({ properties }) => properties.has_outpost === true,')
})

test('a page that was planned as a tab stands among those of its object', () => {
  // None is planned at present.
  const planned = read('app/web/planned-routes.ts')
  const tab = "  page('/org2/pacing', 'reporting', { order: 50, under: '/org2/perimeters', roles: globalReaders }),\n"
  writeFileSync(
    join(copy, 'app/web/planned-routes.ts'),
    planned.replace('RouteMeta[] = [\n', (begun) => begun + tab),
  )
  expect(make('outposts', 'pacing')).toMatchObject({ status: 0 })
  expect(read('areas/outposts/web/routes.ts')).toMatch(/path: '\/org2\/pacing',\n.*\n.*\n {4}under: '\/org2\/perimeters',\n {4}order: 50,/)
})

test('a page of a catalogue is not taken for the list of what it offers, and stays planned', () => {
  expect(make('outposts', 'issue')).toMatchObject({ status: 0 })
  expect(read('areas/outposts/web/routes.ts')).toContain("path: '/outposts/issues'")
  expect(read('app/web/planned-routes.ts')).toContain("'/admin/catalog/issues'")
})

test('what it writes is written as the rest is', () => {
  const written = [
    'contract/keeper.ts',
    'contract/finding.ts',
    'contract/finding-work.ts',
    'server/keeper.ts',
    'server/finding.ts',
    'server/area.ts',
    'web/keepers-page.tsx',
    'web/findings-page.tsx',
    'web/routes.ts',
    'web/addresses.d.ts',
    'locales/en.ts',
    'locales/fr.ts',
  ]
    .map((file) => join(copy, 'areas/outposts', file))
    .concat(['app/server/registry.ts', 'app/test/rights/rights-expectation.test.ts', 'areas/help/server/contents.ts'].map((file) => join(copy, file)))
  const before = written.map((file) => readFileSync(file, 'utf8'))
  expect(node('node_modules/oxfmt/bin/oxfmt', '-c', join(root, '.oxfmtrc.json'), ...written)).toMatchObject({ status: 0 })
  expect(written.map((file) => readFileSync(file, 'utf8'))).toEqual(before)
})

test('its migration applies, is written again from a changed contract, and its columns are the fields', async () => {
  const contract = join(copy, 'areas/outposts/contract/near-miss.ts')
  writeFileSync(
    contract,
    read('areas/outposts/contract/near-miss.ts')
      .replace('description: markdown(),', "description: markdown(),\n    perimeter: ref('perimeter'),\n    measures: links('measure'),")
      .replace('identifier, localized, markdown', 'identifier, links, localized, markdown, ref'),
  )
  const first = migrationOf('near_miss')
  expect(make('outposts', 'near_miss', '--migration')).toMatchObject({ status: 0 })
  expect(migrationOf('near_miss')).toBe(first)
  const database = await emptyDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  try {
    await migrate(database.ownerUrl, { dir: join(copy, 'migrations') })
    const { rows } = await client.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'near_miss' order by ordinal_position",
    )
    expect(rows.map((row) => row.name)).toEqual([
      'customer_id',
      'id',
      'version',
      'created_at',
      'created_by',
      'updated_at',
      'updated_by',
      'identifier',
      'name_en',
      'name_fr',
      'description',
      'perimeter_id',
    ])
    await client.query('select owner_id, target_id, valid_to from near_miss__measures_history')
  } finally {
    await client.end()
    await database.drop()
  }
})

test('a draft moves behind an entity that was begun later and that it names by now', () => {
  const before = migrationOf('supply')
  expect(before < migrationOf('finding')).toBe(true)
  const contract = join(copy, 'areas/catalog/contract/supply.ts')
  writeFileSync(
    contract,
    read('areas/catalog/contract/supply.ts')
      .replace('description: markdown(),', "description: markdown(),\n    finding: ref('finding'),")
      .replace('localized, markdown', 'localized, markdown, ref'),
  )
  expect(make('catalog', 'supply', '--migration')).toMatchObject({ status: 0 })
  expect(migrationOf('supply') > migrationOf('finding')).toBe(true)
  expect(readdirSync(join(copy, 'migrations'))).not.toContain(before)
})

test('refuses what would spoil something: an entity that exists, an area without a place, a table already migrated', () => {
  expect(make('catalog', 'label')).toMatchObject({ status: 1, said: 'areas/catalog/contract/label.ts exists already.\n' })
  expect(make('catalog', 'label', '--migration').said).toContain('creates label already')
  expect(make('kitchen', 'spoon').said).toContain('no place in the order of areas')
  expect(make('kitchen', 'spoon', '--beside=cellar').said).toContain('no place in the order of areas')
  expect(make('outposts', 'Near-Miss').said).toContain('Usage')
})
