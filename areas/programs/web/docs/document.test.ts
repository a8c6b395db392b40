import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, commandOf, exampleOf, fieldsOf, operationsOf, type ApiDocument } from './document.ts'

const document = JSON.parse(readFileSync('clients/openapi-v1.json', 'utf8')) as ApiDocument
const operations = operationsOf(document)
const one = (id: string) => {
  const found = [...operations.values()].flat().find((operation) => operation.id === id)
  if (!found) throw new Error(id)
  return found
}

test('each type has its operations, with what they take and answer', () => {
  expect(operations.get('actions')?.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', '/public/v1/actions', '200'],
    ['POST', '/public/v1/actions', '201'],
    ['GET', '/public/v1/actions/{id}', '200'],
    ['PUT', '/public/v1/actions/{id}', '200'],
    ['GET', '/public/v1/actions/{id}/history', '200'],
    ['POST', '/public/v1/actions/files', '201'],
  ])
  expect(one('changeActions').parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual(['path id', 'header If-Match'])
  expect([one('postEvidenceFiles').upload, one('createActions').upload, one('listActions').writes]).toEqual([true, false, false])
})

test('values are told with what they are, also those within others', () => {
  const fields = new Map(fieldsOf(document, one('readActions').answer).map((field) => [field.name, field]))
  expect(fields.get('status')).toMatchObject({ kind: 'text', nothing: true, words: expect.arrayContaining(['ONGOING']) })
  expect(fields.get('target_date')).toMatchObject({ kind: 'day', nothing: true })
  expect(fields.get('perimeter.id')).toMatchObject({ kind: 'whole', required: true })
  expect(fields.get('measures[].name')).toMatchObject({ kind: 'text', list: false })
  expect(fieldsOf(document, one('createActions').body).find(({ name }) => name === 'start_date')).toMatchObject({ kind: 'day', nothing: true })
  // Nothing refers to itself without an end.
  for (const operation of [...operations.values()].flat()) expect(fieldsOf(document, operation.answer).length).toBeLessThan(1500)
})

test('a request is written as a command that holds no key, whatever is typed', () => {
  const operation = one('changeActions')
  const values = { id: '7', 'If-Match': '"3"' }
  const command = commandOf({ operation, values, origin: 'https://vigie.example', body: `{"name_en":"It's"}`, file: undefined })
  expect(command.split(' \\\n  ')).toEqual([
    'curl -H "X-API-Key: $VIGIE_KEY"',
    '-X PUT',
    `-H 'If-Match: "3"'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"name_en":"It'\\''s"}'`,
    `'https://vigie.example/public/v1/actions/7'`,
  ])
  expect(addressOf({ operation, values: { id: '../gaps?x' } })).toBe('/public/v1/actions/..%2Fgaps%3Fx')
  expect(addressOf({ operation: one('listActions'), values: { limit: '5', sort: ' ', status: 'TO_PLAN,ONGOING' } })).toBe(
    '/public/v1/actions?status=TO_PLAN%2CONGOING&limit=5',
  )
  expect(JSON.parse(exampleOf(document, one('postMetricsValues').body))).toMatchObject({
    values: [{ metric_id: 1, perimeter_id: 1, value: expect.anything() }],
  })
})
