import { expect, test } from 'vitest'
import type { Json, ParsedNode } from '#areas/library/server/library-content.ts'
import { oscalVersion } from './oscal-version.ts'
import { parseLibrary } from './parse-library.ts'

const uuid = '1f0e1d6a-0000-4000-8000-000000000001'
const label = (value: string, more = {}) => ({ name: 'label', value, ...more })

const catalog = (content: object, metadata = {}) =>
  parseLibrary(
    new TextEncoder().encode(
      JSON.stringify({
        catalog: {
          uuid,
          metadata: {
            title: 'Rules of the house',
            version: '1.2',
            'last-modified': '2024-02-13T17:43:40Z',
            'oscal-version': '1.1.2',
            ...metadata,
          },
          ...content,
        },
      }),
    ),
  )

const sample = catalog({
  params: [{ id: 'house', values: ['Acme', 'its sites'] }],
  groups: [
    {
      id: 'b',
      title: 'Second',
      props: [{ name: 'sort-id', value: 'b' }],
      controls: [
        {
          id: 'b-1',
          title: 'Old',
          props: [label('B-1'), { name: 'status', value: 'withdrawn' }],
          links: [{ href: '#a-1', rel: 'incorporated-into' }],
        },
      ],
    },
    {
      id: 'a',
      title: 'First',
      props: [{ name: 'sort-id', value: 'a' }],
      parts: [{ name: 'overview', prose: 'Who goes first.' }],
      controls: [
        { id: 'a-2', title: 'Doors', props: [label('Doors (A-2)'), { name: 'sort-id', value: 'a-02' }] },
        {
          id: 'a-1',
          class: 'rule',
          title: 'Keys',
          params: [
            { id: 'p1', label: 'who', props: [{ name: 'alt-identifier', value: 'a-1_prm_1' }] },
            { id: 'p2', select: { 'how-many': 'one-or-more', choice: ['after {{ insert: param, p3 }}', 'never'] } },
            { id: 'p3', label: 'how long' },
          ],
          props: [label('A-01', { class: 'sp800-53a' }), label('A-01', { class: 'zero-padded' }), label('A-1'), { name: 'sort-id', value: 'a-01' }],
          links: [{ href: '#5d', rel: 'reference' }, { href: '#a-2', rel: 'related' }, { href: 'https://acme.example/keys' }, { href: '#gone' }],
          parts: [
            {
              name: 'statement',
              prose: 'At {{ insert: param, house }}:',
              parts: [
                {
                  name: 'item',
                  props: [label('a.')],
                  prose: 'keys go to {{insert:param,a-1_prm_1}};',
                  parts: [{ name: 'item', props: [label('1.')], prose: 'and back {{ insert: param, p2 }}.' }],
                },
                { name: 'item', props: [label('b.')], prose: 'see {{ insert: param, nowhere }}.' },
              ],
            },
            { name: 'guidance', prose: 'Keys open doors.' },
            {
              name: 'assessment-objective',
              props: [label('A-01a', { class: 'sp800-53a' })],
              prose: '{{ insert: param, p1 }} has keys',
            },
            {
              name: 'assessment-method',
              props: [{ name: 'method', value: 'EXAMINE' }],
              parts: [{ name: 'assessment-objects', prose: 'Key register' }],
            },
          ],
          controls: [{ id: 'a-1.1', title: 'Spare keys', props: [label('A-1(1)')] }],
        },
      ],
    },
  ],
  'back-matter': { resources: [{ uuid: '5D', title: 'Key law', rlinks: [{ href: 'https://law.example' }] }] },
})

const nodes = sample.frameworks[0]?.nodes ?? []
const nodeOf = (ref: string) => nodes.find(({ ref_id }) => ref_id === ref) as ParsedNode

test('groups, controls and enhancements become a tree in the order of their sort-ids', () => {
  expect(nodes.map(({ ref_id, depth, parent, assessable, withdrawn }) => [ref_id, depth, parent, assessable, withdrawn])).toEqual([
    ['a', 1, null, false, false],
    ['A-1', 2, 0, true, false],
    ['A-1(1)', 3, 1, true, false],
    ['A-2', 2, 0, true, false],
    ['b', 1, null, false, false],
    ['B-1', 2, 4, false, true],
  ])
  expect(sample.counts).toMatchObject({ policies: 1, groups: 3, requirements: 3 })
  expect(nodeOf('A-1').urn).toBe(`urn:oscal:risk:req_node:${uuid}:a-1`)
})

test('statements are the text, with labels, indentation and parameters filled; the rest explains or proves', () => {
  expect(nodeOf('A-1').description.en).toBe('At Acme, its sites:\n  a. keys go to [who];\n    1. and back [after [how long] ; never].\n  b. see [nowhere].')
  expect(nodeOf('A-1').annotation.en).toBe('Keys open doors.')
  expect(nodeOf('A-1').typical_evidence.en).toBe('Key register')
  expect(nodeOf('a').description.en).toBe('Who goes first.')
  expect(nodeOf('A-1').extra).toMatchObject({
    class: 'rule',
    assessment: [{ prose: '[who] has keys' }, { name: 'assessment-method' }],
  })
})

test('links lead to nodes, to the back matter or outside', () => {
  expect(nodeOf('A-1').links).toEqual([
    { rel: 'reference', title: 'Key law', url: 'https://law.example', urn: null },
    { rel: 'related', title: 'Doors', url: null, urn: nodeOf('A-2').urn },
    { rel: null, title: null, url: 'https://acme.example/keys', urn: null },
    { rel: null, title: null, url: '#gone', urn: null },
  ])
  expect(sample.warnings.map(({ key }) => key).toSorted()).toEqual(['link_unknown', 'parameter_unknown'])
})

test('the metadata become the envelope of a library', () => {
  expect(sample).toMatchObject({
    format: 'oscal',
    urn: `urn:oscal:risk:library:${uuid}`,
    version_label: '1.2',
    publication_date: '2024-02-13',
    name: { en: 'Rules of the house', fr: null },
  })
  expect(sample.extra).toMatchObject({ back_matter: { resources: [{ title: 'Key law' }] } })
})

test('a newer version or a later edit has a greater number, whatever the publisher calls it', () => {
  const order = [
    ['Final', '2020-01-01T00:00:00Z'],
    ['Final', '2020-01-01T00:01:00Z'],
    ['1.1', '2019-01-01T00:00:00Z'],
    ['1.2', '2019-01-01T00:00:00Z'],
    ['1.10', '2019-01-01T00:00:00Z'],
    ['5.1.1+u4', '2024-02-13T17:43:40.74643Z'],
    ['5.1.1+u4', '2024-02-14T17:43:40.74643-05:00'],
    ['2024.1', '2024-01-01T00:00:00Z'],
    ['99999.999.999', '9999-01-01T00:00:00Z'],
  ].map(([version, modified]) => oscalVersion(version ?? '', modified ?? ''))
  expect(order).toEqual(order.toSorted((one, other) => (one ?? 0) - (other ?? 0)))
  expect(new Set(order).size).toBe(order.length)
  expect(order.every(Number.isSafeInteger)).toBe(true)
  expect(oscalVersion('1', 'yesterday')).toBeNull()
})

test('parameters that name each other in a circle end as their names', () => {
  const { frameworks } = catalog({
    controls: [
      {
        id: 'c',
        title: 'C',
        params: [
          { id: 'x', label: '{{ insert: param, y }}' },
          { id: 'y', label: '{{ insert: param, x }}' },
        ],
        parts: [{ name: 'statement', prose: '{{ insert: param, x }}' }],
      },
    ],
  })
  expect(frameworks[0]?.nodes[0]?.description.en).toBe('[[[x]]]')
})

test('a control twice, without id or of a wrong type is refused by name', () => {
  const refused = (controls: Json) => () => catalog({ controls })
  expect(
    refused([
      { id: 'c', title: 'C' },
      { id: 'C', title: 'C' },
    ]),
  ).toThrow(expect.objectContaining({ key: 'duplicate_urn' }) as Error)
  expect(refused([{ title: 'C' }])).toThrow(
    expect.objectContaining({ key: 'missing_field', params: expect.objectContaining({ field: 'id' }) as object }) as Error,
  )
  expect(refused([{ id: 'c', parts: 'x' }])).toThrow(expect.objectContaining({ key: 'wrong_type', urn: `urn:oscal:risk:req_node:${uuid}:c` }) as Error)
})

const nodesOf = (...controls: object[]) => catalog({ groups: [{ id: 'g', title: 'G', controls }] }).frameworks[0]?.nodes.slice(1) ?? []

test('a withdrawn control says that it is, and what holds it now', () => {
  const [gone, moved, plain] = nodesOf(
    { id: 'x-1', title: 'Gone', props: [label('X-1'), { name: 'status', value: 'withdrawn' }] },
    {
      id: 'x-2',
      title: 'Moved',
      props: [label('X-2'), { name: 'status', value: 'withdrawn' }],
      links: [
        { href: '#x-3', rel: 'moved-to' },
        { href: '#X-1', rel: 'incorporated-into' },
        { href: '#x-3', rel: 'related' },
      ],
    },
    { id: 'x-3', title: 'Here', props: [label('X-3')] },
  )
  expect([gone?.description, moved?.description, plain?.description]).toEqual([
    { en: 'Withdrawn.', fr: 'Retirée.' },
    { en: 'Withdrawn. See X-3, X-1.', fr: 'Retirée. Voir X-3, X-1.' },
    { en: null, fr: null },
  ])
})

test('a group whose id compliance-trestle made up of its place is the same group as without one, and shows no reference', () => {
  const [published, passed] = [{ title: 'G' }, { id: 'trestle_group_0000', title: 'G' }].map((group) => catalog({ groups: [group] }).frameworks[0]?.nodes[0])
  expect(passed?.urn).toBe(published?.urn)
  expect([published?.ref_id, passed?.ref_id]).toEqual([null, null])
})

test('a label is one line without Markdown, and a title is kept whole', () => {
  const title = `First line ${'of a long title '.repeat(20).trim()}\nand a second one`
  const [node, other] = nodesOf({ id: 'x-1', title, props: [label('[**X-1**](#y)\n (a_b_c)')] }, { id: 'x-2', title: 'T', props: [label('`X-2`')] })
  expect([node?.ref_id, other?.ref_id]).toEqual(['X-1 (a_b_c)', 'X-2'])
  expect(node?.display_name.en).toBe(title)
})

test('what is inserted may have options; a parameter without label shows its guideline or choice, and never braces', () => {
  const [node] = nodesOf({
    id: 'x-1',
    title: 'P',
    params: [
      { id: 'p1', label: 'who' },
      { id: 'p2', guidelines: [{ prose: 'a number\n of days' }] },
      { id: 'p3', select: { choice: ['daily', 'weekly'] } },
    ],
    parts: [
      { name: 'statement', prose: 'A {{ insert: param, p1, style }} B {{insert:param,p2}} C {{ insert: param, p3 }} D {{ insert: control, x-9 }} E {{ p1 }}' },
    ],
  })
  expect(node?.description.en).toBe('A [who] B [a number of days] C [daily ; weekly] D [x-9] E [who]')
})
