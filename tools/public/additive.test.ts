import { expect, test } from 'vitest'
import { takenAway } from './additive.ts'
import type { Json } from './document.ts'

const documentOf = ({
  sent = {},
  answered = {},
  parameters = [],
  more = {},
}: { sent?: Json; answered?: Json; parameters?: Json[]; more?: Json } = {}): Json => ({
  paths: {
    '/things': {
      post: {
        operationId: 'createThings',
        'x-scope': 'write things',
        parameters,
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 20 }, kind: { enum: ['A', 'B'] } }, ...sent },
            },
          },
        },
        responses: { 201: { headers: { ETag: {} }, content: { 'application/json': { schema: { $ref: '#/components/schemas/Things' } } } } },
      },
      ...more,
    },
  },
  components: {
    schemas: { Things: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] } }, ...answered } },
  },
})
const before = documentOf()
const name = { type: 'string', maxLength: 20 }
const kind = { enum: ['A', 'B'] }

test.each<[string, Json]>([
  ['nothing', documentOf()],
  ['another operation', documentOf({ more: { get: { operationId: 'listThings', responses: {} } } })],
  ['another parameter', documentOf({ parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] })],
  ['another field to send', documentOf({ sent: { properties: { name, kind, more: { type: 'string' } } } })],
  [
    'more room, more words, nothing as well',
    documentOf({ sent: { properties: { name: { type: ['string', 'null'], maxLength: 40 }, kind: { enum: ['A', 'B', 'C'] } } } }),
  ],
  ['what need not be sent any more', documentOf({ sent: { required: [] } })],
  [
    'another value of an answer',
    documentOf({ answered: { properties: { id: { type: 'integer' }, name: { type: 'string' }, more: {} }, required: ['id', 'name'] } }),
  ],
])('%s is an addition', (_, after) => expect(takenAway(before, after)).toEqual([]))

test.each<[string, Json, string]>([
  ['a path', { paths: {}, components: before.components }, 'POST /things: is gone'],
  [
    'a parameter that must be sent',
    documentOf({ parameters: [{ name: 'q', in: 'query', required: true, schema: {} }] }),
    'POST /things query q: must be sent now',
  ],
  ['a field', documentOf({ sent: { properties: { name } } }), 'POST /things application/json.kind: is gone'],
  ['a word', documentOf({ sent: { properties: { name, kind: { enum: ['A'] } } } }), 'POST /things application/json.kind: does not take B any more'],
  ['room', documentOf({ sent: { properties: { name: { type: 'string', maxLength: 10 }, kind } } }), 'POST /things application/json.name: maxLength is less'],
  ['what must be sent now', documentOf({ sent: { required: ['name', 'kind'] } }), 'POST /things application/json.kind: must be sent now'],
  ['a value of an answer', documentOf({ answered: { properties: { id: { type: 'integer' } } } }), 'POST /things 201 application/json.name: is gone'],
  ['a value that was always there', documentOf({ answered: { required: [] } }), 'POST /things 201 application/json.id: is not always answered any more'],
  [
    'a value that may be nothing now',
    documentOf({ answered: { properties: { id: { type: ['integer', 'null'] }, name: {} } } }),
    'POST /things 201 application/json.id: is integer,null in place of integer',
  ],
])('%s is not: it is told where', (_, after, fault) => expect(takenAway(before, after)).toContain(fault))
