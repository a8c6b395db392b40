import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { workbookFile } from '#tools/test/workbook-file.ts'
import type { LookedAtSheets, SheetChoice } from '#areas/library/contract/chosen-columns.ts'

let app: TestApp
let pilot: Person
let stranger: Person
let reader: Person

beforeAll(async () => {
  app = await testApp()
  const customer = await app.customer()
  pilot = await app.member(customer.id, 'global_pilote')
  reader = await app.member(customer.id, 'global_auditor')
  stranger = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

const sheet = (...rows: (string | number | null)[][]) =>
  workbookFile({
    Notes: [['only a heading']],
    Register: [['N°', 'Exigence', 'Énoncé', 'Chapitre', 'Poids', 'Niveau'], ...rows],
  })

async function look(content: Buffer, choice?: SheetChoice, by = pilot): Promise<LookedAtSheets> {
  const query = choice ? `?columns=${encodeURIComponent(JSON.stringify(choice))}` : ''
  const answer = await by.upload(`/library/sheet${query}`, 'register.xlsx', content)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.object
}
async function bring(content: Buffer, choice: SheetChoice, { dry = false } = {}) {
  const answer = await pilot.upload(`/library/import?columns=${encodeURIComponent(JSON.stringify(choice))}${dry ? '&dry_run=1' : ''}`, 'register.xlsx', content)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.jobs()
  return (await pilot.get(`/import_report/${answer.body.object.report_id}`)).body.object
}

const rows: (string | number | null)[][] = [
  ['1', 'Coffre', 'Fermé à clef', 'Locaux > Caisse', 2, null],
  ['2', 'Porte', null, 'Locaux', null, null],
  [null, null, null, 'Locaux', null, null],
  [null, 'Sans numéro', null, null, 1, null],
]

test('columns are suggested, chosen, looked at as a tree, and remembered for the next sheet with the same headings', async () => {
  const content = await sheet(...rows)
  const first = await look(content)
  expect(first).toMatchObject({ form: false, tree: [], sheets: [{ name: 'Register', lines: 4, remembered: false }] })
  const begun = first.sheets[0]?.choice as SheetChoice
  expect(begun.columns).toEqual({ reference: 0, title: 1, text: 2, group: 3, weight: 4, level: 5 })
  const choice: SheetChoice = { ...begun, columns: { ...begun.columns, level: null }, identifier: 'REG', name: 'Registre', language: 'fr' }
  const looked = await look(content, choice)
  expect(looked.faults).toEqual([])
  expect(looked.tree.map(({ depth, reference, name, requirement, weight }) => [depth, reference, name, requirement, weight])).toEqual([
    [1, null, 'Locaux', false, null],
    [2, null, 'Caisse', false, null],
    [3, '1', 'Coffre', true, 2],
    [2, '2', 'Porte', true, null],
    [1, null, 'Sans numéro', true, 1],
  ])
  expect(await bring(content, choice, { dry: true })).toMatchObject({ status: 'COMPLETE', counts: { requirements: 3, groups: 2 } })
  expect((await look(content)).sheets[0]?.remembered).toBe(false)
  expect(await bring(content, choice)).toMatchObject({ status: 'COMPLETE', result: { outcome: 'created' } })
  expect((await pilot.get('/policy?search=REG')).body.objects).toMatchObject([{ identifier: 'REG', name_fr: 'Registre', requirements: 3 }])

  const next = await sheet(...rows, ['3', 'Fenêtre', null, 'Locaux', 1, null])
  expect((await look(next)).sheets[0]).toMatchObject({ remembered: true, choice: { ...choice, version: 2 } })
  expect((await look(next, undefined, stranger)).sheets[0]?.remembered).toBe(false)
  expect(await bring(next, { ...choice, version: 2 })).toMatchObject({ result: { outcome: 'upgraded', policies: [{ difference: { added: { total: 1 } } }] } })
})

test('levels make the tree, and what is wrong is told by its cell', async () => {
  const content = await sheet(['A', 'Top', null, null, null, 1], ['A1', 'Below', null, null, 3, 2], ['B', 'Alone', null, null, null, 1])
  const begun = (await look(content)).sheets[0]?.choice as SheetChoice
  const choice: SheetChoice = { ...begun, columns: { ...begun.columns, level: 5, group: null }, identifier: 'LEV', name: 'Levels', language: 'en', version: 1 }
  expect((await look(content, choice)).tree.map(({ depth, reference, requirement }) => [depth, reference, requirement])).toEqual([
    [1, 'A', false],
    [2, 'A1', true],
    [1, 'B', true],
  ])
  const bad = await sheet(['A', 'Top', null, null, 'much', 1], ['A', 'Again', null, null, 0, null])
  expect((await look(bad, choice)).faults.map(({ message }) => message)).toEqual([
    'Register, cell E2: “Poids” must be a whole number, found much',
    'Register, cell F3: the line does not say how deep it stands',
    expect.stringContaining('Register, cell A3: another line has the same reference'),
    'Register, cell E3: “Poids” must be a whole number, found 0',
  ])
  expect(await bring(bad, choice)).toMatchObject({ status: 'ERROR' })
})

test('without references, a line keeps its identity in a next edition whatever is put before it', async () => {
  const lines = (...titles: string[]) => sheet(...titles.map((title) => [null, title, null, 'Locaux > Caisse', 1, null]))
  const first = await lines('Coffre', 'Porte', 'Porte')
  const begun = (await look(first)).sheets[0]?.choice as SheetChoice
  const choice: SheetChoice = {
    ...begun,
    columns: { ...begun.columns, level: null, reference: null },
    identifier: 'NOREF',
    name: 'Sans',
    language: 'fr',
    version: 1,
  }
  expect(await bring(first, choice)).toMatchObject({ result: { outcome: 'created' } })
  const next = await lines('Alarme', 'Coffre', 'Porte', 'Porte')
  expect(await bring(next, { ...choice, version: 2 })).toMatchObject({
    result: { outcome: 'upgraded', policies: [{ difference: { added: { total: 1 }, removed: { total: 0 }, changed: { total: 0 } } }] },
  })
})

test('a choice is remembered once it has made a framework, by the headings that were read', async () => {
  const alike = (title: string | null) => workbookFile({ Register: [['Code', 'Mesure'], ['1', title], ['1', 'Again'].slice(0, title === null ? 2 : 0)] })
  const good = await alike('Only one')
  const begun = (await look(good)).sheets[0]?.choice as SheetChoice
  const choice: SheetChoice = { ...begun, shape: 'f'.repeat(64), identifier: 'KEPT', name: 'Kept', language: 'en' }
  const isRemembered = async () => (await look(good)).sheets[0]?.remembered
  expect(await bring(await alike(null), choice)).toMatchObject({ status: 'ERROR' })
  expect(await isRemembered()).toBe(false)
  expect(await bring(good, choice)).toMatchObject({ result: { outcome: 'created' } })
  expect(await isRemembered()).toBe(true)
})

test('groups stand beside references of the same name, and references that differ by their accents beside each other', async () => {
  const content = await sheet(
    ['Achats', 'Un', null, 'Achats > N1', 1, null],
    ['N1', 'Deux', null, 'N1', 1, null],
    ['Été', 'Trois', null, null, 1, null],
    ['Éte', 'Quatre', null, null, 1, null],
  )
  const begun = (await look(content)).sheets[0]?.choice as SheetChoice
  const choice: SheetChoice = {
    ...begun,
    columns: { ...begun.columns, reference: 0, level: null, group: 3 },
    identifier: 'GRP',
    name: 'Groupes',
    language: 'fr',
    version: 1,
  }
  const { tree, faults } = await look(content, choice)
  expect([faults, tree.map(({ depth, reference, name }) => [depth, reference, name])]).toEqual([
    [],
    [
      [1, null, 'Achats'],
      [2, null, 'N1'],
      [3, 'Achats', 'Un'],
      [1, null, 'N1'],
      [2, 'N1', 'Deux'],
      [1, 'Été', 'Trois'],
      [1, 'Éte', 'Quatre'],
    ],
  ])
})

test('only those who import look, and a choice that makes no sense is refused', async () => {
  expect((await reader.upload('/library/sheet', 'register.xlsx', await sheet())).status).toBe(403)
  expect((await pilot.upload('/library/sheet?columns=%7B%7D', 'register.xlsx', await sheet())).status).toBe(400)
  expect((await pilot.upload('/library/import?columns=nonsense', 'register.xlsx', await sheet())).status).toBe(400)
})
