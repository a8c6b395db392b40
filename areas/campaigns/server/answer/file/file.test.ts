import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { openSpreadsheet, type Spreadsheet } from '#tools/test/sheet-file.ts'
import { outsideWorld } from '#tools/test/outside-world.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import type { AnswerLine } from '#areas/campaigns/contract/answer-file.ts'

let w: Awaited<ReturnType<typeof outsideWorld>>
let evaluator: Person
let french: Person
let auditor: Person

beforeAll(async () => {
  w = await outsideWorld()
  evaluator = await w.app.member(w.world.customer, 'contributor')
  french = await w.app.member(w.world.customer, 'contributor', { lang: 'fr' })
  auditor = await w.app.member(w.world.customer, 'global_auditor')
})
afterAll(() => w.close())

const begun = async (changes: Changes = {}, by = evaluator) => {
  const { evaluation: id } = await w.asked(changes)
  await w.world.pilot.put(`/evaluation/${id}`, { evaluator: by.memberId })
  return id
}
const download = async (id: number, by = evaluator): Promise<Spreadsheet> => openSpreadsheet((await by.get(`/evaluation/${id}/answers_file`)).body)
const read = async (id: number, file: Spreadsheet, by = evaluator) => by.upload(`/evaluation/${id}/read_answers_file`, 'answers.xlsx', await file.save())
const linesOf = async (id: number, file: Spreadsheet, by = evaluator): Promise<AnswerLine[]> => (await read(id, file, by)).body.object.lines
const save = (id: number, answer: object | null, by = evaluator) => by.put(`/evaluation/${id}/answer`, answer ?? {})

test('what is filled in is told line by line with what is wrong, keeps nothing, and is answered as in the screen', async () => {
  const id = await begun()
  const file = await download(id)
  expect(file.titles()).toEqual(['key', 'version', 'Section', 'Reference', 'Asked', 'Possible answers', 'Answer', 'Not applicable because', 'Comment'])
  expect(await read(id, file)).toMatchObject({ status: 200, body: { object: { problem: null, lines: [], unchanged: 3 } } })
  file.set('A.1', 'Answer', '2 Partly')
  file.set('A.1', 'Comment', 'Half of it')
  file.set('A.2', 'Answer', 'Nearly')
  file.set('A.3', 'Not applicable because', 'Too short')
  expect(await linesOf(id, file)).toMatchObject([
    { line: 2, state: 'CHANGED', name: 'Requirement 1', before: '', after: '2 Partly – Half of it', messages: [], answer: { level: 50, version: 0 } },
    { line: 3, state: 'WRONG', messages: ['“Nearly” is none of the possible answers'], answer: null },
    { line: 4, state: 'WRONG', messages: ['A justification of at least 20 characters is required'] },
  ])
  expect((await w.world.pilot.get(`/evaluation/${id}`)).body.object).toMatchObject({ status: 'NOT_STARTED', answered: 0 })
  // What a spreadsheet shows where it has no value is neither a comment nor a justification.
  const sheet = await download(id)
  sheet.set('A.1', 'Comment', '#N/A')
  sheet.set('A.2', 'Not applicable because', '#REF!')
  expect((await linesOf(id, sheet)).map(({ state, messages }) => [state, ...messages])).toEqual([
    ['WRONG', 'The cell holds the error #N/A instead of an answer'],
    ['WRONG', 'The cell holds the error #REF! instead of an answer'],
  ])
  // By its name or its number too.
  file.set('A.2', 'Answer', 'whole')
  file.set('A.3', 'Not applicable because', null)
  file.set('A.3', 'Answer', 3)
  const lines = await linesOf(id, file)
  expect(lines.map(({ answer }) => answer?.level)).toEqual([50, 100, 100])
  for (const { answer } of lines) expect((await save(id, answer)).status).toBe(200)
  expect((await w.world.pilot.get(`/evaluation/${id}`)).body.object).toMatchObject({ status: 'STARTED', answered: 3, progress: 100 })
  // The same file again says nothing new; an emptied cell takes nothing back.
  const again = await download(id)
  expect((await read(id, again)).body.object).toMatchObject({ lines: [], unchanged: 3 })
  again.set('A.1', 'Answer', null)
  expect((await read(id, again)).body.object).toMatchObject({ lines: [], unchanged: 3 })
  again.set('A.2', 'Not applicable because', 'Nobody works there any more')
  expect(await linesOf(id, again)).toMatchObject([
    { line: 3, before: '3 Whole', after: 'Not applicable – Nobody works there any more', answer: { na: true, level: null } },
  ])
})

test('what somebody else answered since the file was made is a conflict, and the server refuses the old version', async () => {
  const id = await begun()
  const file = await download(id)
  file.set('A.1', 'Answer', '3 Whole')
  file.set('A.2', 'Answer', '3 Whole')
  const [item = 0, second = 0] = (await evaluator.get(`/evaluation/${id}/content`)).body.object.items.map((one: { item: number }) => one.item)
  await save(id, { item, level: 50, version: 0 }, w.world.pilot)
  // The same answer meets nobody.
  await save(id, { item: second, level: 100, version: 0 }, w.world.pilot)
  const lines = await linesOf(id, file)
  expect(lines).toMatchObject([{ line: 2, state: 'CONFLICT', before: '2 Partly', after: '3 Whole', messages: [expect.stringContaining('answered otherwise')] }])
  expect((await save(id, lines[0]?.answer ?? null)).body).toMatchObject({ code: 'STALE', object: { level: 50 } })
})

test('questions of every kind come back as they went out, in French as well; what other answers hide is left out', async () => {
  const source = { campaign_source: 'QUESTIONNAIRE', policy: null, questionnaire: await w.world.questionnaire() }
  const id = await begun(source, french)
  const content = (await french.get(`/evaluation/${id}/content`)).body.object
  const questions = content.structure.sections.flatMap((one: { questions: object[] }) => one.questions) as {
    key: string
    type: string
    options: { label_fr: string }[]
    conditions: object[]
  }[]
  const file = await download(id, french)
  const filled: Record<string, (one: (typeof questions)[number]) => string | number | { day: string } | null> = {
    SINGLE: ({ options }) => options[0]?.label_fr ?? null,
    MULTIPLE: ({ options }) =>
      options
        .slice(0, 2)
        .map(({ label_fr }) => label_fr)
        .join('\n'),
    TEXT: () => '- Camille Robin',
    NUMBER: () => '1 234,5',
    DATE: () => '31/12/2027',
    SCALE: () => null,
  }
  for (const one of questions) file.set(one.key, 'Réponse', filled[one.type]?.(one) ?? null)
  const lines = await linesOf(id, file, french)
  expect(lines.filter(({ state }) => state === 'WRONG')).toEqual([])
  const hidden = lines.filter(({ state }) => state === 'HIDDEN')
  expect(hidden.length).toBeGreaterThan(0)
  expect(hidden.every(({ answer }) => answer === null)).toBe(true)
  const sent = lines.filter(({ answer }) => answer !== null)
  expect(sent.length).toBeGreaterThan(10)
  for (const { answer } of sent) expect(await save(id, answer, french)).toMatchObject({ status: 200 })
  const after = await read(id, await download(id, french), french)
  expect(after.body.object).toMatchObject({ problem: null, lines: [] })
  const row = (await w.world.pilot.get(`/evaluation/${id}`)).body.object
  expect(row.answered).toBe(row.asked)
  expect((await french.get(`/evaluation/${id}/content`)).body.object.answers.map((one: { value: unknown }) => one.value)).toEqual(
    expect.arrayContaining([1234.5, '2027-12-31', '- Camille Robin']),
  )
})

test('only who may answer brings a file, of that evaluation, while it is open; people from outside theirs alone', async () => {
  const [id, other] = [await begun(), await begun()]
  const file = await download(id)
  expect((await auditor.get(`/evaluation/${id}/answers_file`)).status).toBe(200)
  expect((await read(id, file, auditor)).status).toBe(403)
  expect((await read(id, file, french)).status).toBe(404)
  expect((await read(other, file)).body.object).toMatchObject({ problem: expect.stringContaining('another evaluation'), lines: [] })
  const problem = async (content: string) => (await evaluator.upload(`/evaluation/${id}/read_answers_file`, 'answers.xlsx', content)).body.object.problem
  expect(await problem('no workbook')).toContain('cannot be read')
  const { browser } = await w.guest(other)
  const cookie = `vigie_session=${browser.cookies.get('vigie_session')}`
  const fetched = await w.app.http.inject({ url: `/api/evaluation/${other}/answers_file`, headers: { cookie } })
  expect(fetched.statusCode).toBe(200)
  const theirs = await openSpreadsheet(fetched.rawPayload)
  theirs.set('A.1', 'Réponse', '3 Whole')
  const send = async (evaluation: number) => {
    const payload = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n'),
      await theirs.save(),
      Buffer.from('\r\n--x--\r\n'),
    ])
    return w.app.http.inject({
      method: 'POST',
      url: `/api/evaluation/${evaluation}/read_answers_file`,
      payload,
      headers: { cookie, 'x-vigie': '1', 'content-type': 'multipart/form-data; boundary=x' },
    })
  }
  expect((await send(other)).json()).toMatchObject({ object: { lines: [{ state: 'CHANGED', answer: { level: 100 } }] } })
  expect((await send(id)).statusCode).toBe(404)
  expect((await browser.call('GET', `/evaluation/${id}/answers_file`)).status).toBe(404)
  const answers = (await evaluator.get(`/evaluation/${id}/content`)).body.object.items as { item: number }[]
  for (const { item } of answers) await save(id, { item, level: 100, version: 0 })
  await evaluator.post(`/evaluation/${id}/submit`, {})
  expect((await read(id, file)).body).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('has been submitted') })
})
