import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogues } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { policyApplication } from '#areas/policies/contract/policy-application.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { fieldSchema, messagesOf } from '#kit/contract/schema.ts'
import { translatorFor } from './words.ts'

let app: TestApp
let pilot: Person
let auditor: Person

beforeAll(async () => {
  app = await testApp()
  const { id } = await app.customer('Validated')
  pilot = await app.member(id, 'global_pilote')
  auditor = await app.member(id, 'global_auditor')
})
afterAll(() => app.close())

const validate = async (path: string, body: object, who = pilot) => {
  const { status, body: answer } = await who.post(`/validate/${path}`, body)
  return [status, answer.message]
}

test('an identifier is free until a row has it, and stays free for that row', async () => {
  expect(await validate('identifier/program', { value: 'PLAN-A' })).toEqual([200, undefined])
  const { id } = (await pilot.post('/program', { identifier: 'PLAN-A', name_en: 'Plan A' })).body.object
  expect(await validate('identifier/program', { value: 'PLAN-A' })).toEqual([400, 'Identifier already taken'])
  expect(await validate('identifier/program', { value: ' PLAN-A ', id })).toEqual([200, undefined])
  expect(await validate('identifier/program', { value: '' })).toEqual([200, undefined])
})

test('an identifier has the form of FRM-32', async () => {
  for (const value of ['1st', 'é', 'A B', '_DEF'])
    expect(await validate('identifier/program', { value })).toEqual([
      400,
      'Use letters without accents, digits, dots, underscores or dashes, and start with a letter',
    ])
})

test('a tag’s name is refused with the one message that says all', async () => {
  const message = '4-128 chars, only digits, space, letters (with accent) and -_/\\() are allowed'
  for (const value of ['abc', 'a'.repeat(129), 'Tag!', "L'équipe", '  abc  ']) expect((await validate('name/tag', { value })).at(1), value).toBe(message)
  expect(await validate('name/tag', { value: 'Équipe (IT) - A/B_1' })).toEqual([200, undefined])
  expect((await pilot.post('/tag', { name_en: 'abc' })).body.errors).toEqual({ name_en: [message] })
})

test('a list that names a row twice is refused in the words of what it lists', async () => {
  const { id } = (await pilot.post('/perimeter/page', {})).body.objects[0]
  expect((await pilot.post('/tag', { name_en: 'Twice', perimeters: [id, id] })).body.errors).toEqual({ perimeters: ['This perimeter is already in the list'] })
})

test('a start date is before its end date', async () => {
  expect(await validate('date_range', { value: '2026-01-01', additional_value: '2026-01-02' })).toEqual([200, undefined])
  expect(await validate('date_range', { value: '2026-01-02', additional_value: '2026-01-02' })).toEqual([400, 'Start date must be before end date'])
  expect(await validate('date_range', { value: '2026-02-30', additional_value: '' })).toEqual([400, 'Invalid date'])
})

test('nothing is validated for types that do not exist, nor for people who could not save it', async () => {
  expect(await validate('identifier/nothing', { value: 'A' })).toEqual([404, 'Internal error'])
  expect(await validate('identifier/label', { value: 'A' })).toEqual([404, 'Internal error'])
  expect((await validate('identifier/program', { value: 'A' }, auditor)).at(0)).toBe(403)
})

test('a call refuses a value in the words in which the form refuses it, in both languages', async () => {
  const translate = translatorFor(catalogues)
  const { id } = await app.customer('Spoken')
  for (const lang of languages) {
    const reader = await app.member(id, 'global_pilote', { lang })
    for (const value of [101, -1, 50.5]) {
      const { error } = fieldSchema(policyApplication.fields.target_score).safeParse(value)
      const words = error && messagesOf(error)['body']?.map((message) => translate(message, lang))
      expect(words).toHaveLength(1)
      expect((await reader.put('/score/target', { target_score: value, target_date: null })).body.errors).toEqual({ target_score: words })
    }
  }
})
