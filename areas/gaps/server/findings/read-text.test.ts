import { expect, test } from 'vitest'
import { readApart, type ReadCell } from '#kit/server/sheets/read-sheet.ts'
import { csvRows } from '#kit/server/sheets/csv.ts'
import { findingsIn } from './read-text.ts'
import { ocsfEvent, sarifOf } from './samples.ts'

/** The lines that a file holds, by the names of its columns. */
function linesOf(content: Buffer | string, ending = 'json'): Record<string, ReadCell>[] {
  const answer = findingsIn(Buffer.from(content), ending)
  if ('fault' in answer) throw new Error(answer.fault)
  const [head = [], ...rows] = answer.sheets[0]?.rows ?? []
  return rows.map((row) => Object.fromEntries(head.map((name, n) => [String(name), row[n] ?? null])))
}

test('a CSV file is read with whichever separator, quotes, lines within cells and encoding it has; a formula is text', () => {
  expect(csvRows('a;b;c\r\n1;"two;\n""2""";=1+1\r\n')).toEqual([
    ['a', 'b', 'c'],
    ['1', 'two;\n"2"', '=1+1'],
  ])
  expect(csvRows('a,b\n1,\n,2')).toEqual([
    ['a', 'b'],
    ['1', null],
    [null, '2'],
  ])
  expect(csvRows('')).toEqual([])
  expect(linesOf(Buffer.from('\ufeffname\tscore\nÉté\t9', 'utf16le'), 'csv')).toEqual([{ name: 'Été', score: '9' }])
  expect(linesOf(Buffer.from('name;x\nÉté;1', 'latin1'), 'csv')).toEqual([{ name: 'Été', x: '1' }])
  expect(linesOf(Buffer.from('\ufeffname;x\nÉté;1'), 'csv')).toEqual([{ name: 'Été', x: '1' }])
})

test('a SARIF result becomes a finding: its message, its place and its rule the name, its own severity before its level', () => {
  const [first, second, third] = linesOf(
    sarifOf([
      { rule: 'LK-1', file: 'src/a.ts', row: 12, print: 'f00' },
      { rule: 'LK-2', file: 'src/b.ts', more: { message: { id: 'weak', arguments: ['b.ts'] } } },
      { rule: 'LK-3', file: 'package.json', row: 3, more: { level: 'error' } },
    ]),
    'sarif',
  )
  expect(first).toMatchObject({
    external_key: 'Lookout|lookout/v1=f00',
    name: 'Seen in src/a.ts – src/a.ts:12 – Password in the source',
    found_by: 'Lookout',
    score: 91,
    state: 'FOUND',
  })
  expect(first?.description).toContain('Seen in src/a.ts')
  expect(second).toMatchObject({
    external_key: expect.stringMatching(/^Lookout\|LK-2\|src\/b\.ts\|~/),
    name: 'MD5 is weak in b.ts – src/b.ts – WeakHash',
    score: 25,
  })
  expect(second?.description).toContain('MD5 is weak in b.ts')
  expect(third).toMatchObject({ external_key: expect.stringMatching(/^Lookout\|LK-3\|package\.json\|~/), score: 75 })
})

test('what a scanner marks as absent, passed, suppressed or resolved is said to be so', () => {
  const states = (more: object) => linesOf(sarifOf([{ rule: 'LK-1', file: 'a', more }]))[0]?.state
  expect(states({ baselineState: 'absent' })).toBe('GONE')
  for (const [kind, state] of [
    ['pass', 'PASSED'],
    ['notApplicable', 'NOT_APPLICABLE'],
    ['informational', 'INFORMATIONAL'],
    ['review', 'MANUAL'],
    ['open', 'FOUND'],
  ])
    expect(states({ kind })).toBe(state)
  expect(states({ suppressions: [{ kind: 'inSource' }] })).toBe('SUPPRESSED')
  expect(states({ suppressions: [{ kind: 'external', status: 'rejected' }] })).toBe('FOUND')
  const event = (more: object) => linesOf(JSON.stringify([ocsfEvent('u', 4, more)]))[0]?.state
  expect(event({ status_id: 4 })).toBe('GONE')
  expect(event({ activity_id: 3 })).toBe('GONE')
  expect(event({ status_id: 3 })).toBe('SUPPRESSED')
  for (const [state, ...saying] of [
    ['PASSED', { compliance: { status_id: 1 } }, { compliance: { status: 'Pass' } }, { status_code: 'PASS' }, { status_code: 'PASS', status_id: 3 }],
    ['FOUND', { status_code: 'FAIL' }, { compliance: { status: 'FAILED' } }, { severity_id: 1, status_code: 'FAIL' }],
    ['MANUAL', { status_code: 'MANUAL' }],
    ['SUPPRESSED', { status_code: 'FAIL', status: 'Suppressed', status_id: 3 }, { status_id: 99, status: 'Suppressed' }],
    ['NOT_APPLICABLE', { compliance: { status: 'NOT_AVAILABLE' } }],
    ['GONE', { status_id: 5 }, { status_id: 6 }, { status: 'Resolved', status_id: 0 }],
    ['INFORMATIONAL', { severity_id: 1 }],
  ] as const)
    for (const more of saying) expect([more, event({ class_uid: 2004, ...more })]).toEqual([more, state])
  const severity = (more: object) => linesOf(JSON.stringify([ocsfEvent('u', 0, more)]))[0]?.score
  expect([severity({ severity: 'Critical' }), severity({ severity: 'constructor' }), severity({})]).toEqual([100, null, null])
})

test('keys last from one scan to the next, whatever the order of results and members; a fingerprint that several have names none, and what is told twice is one', () => {
  const keys = (results: Parameters<typeof sarifOf>[0]) => linesOf(sarifOf(results)).map((one) => one.external_key)
  expect(
    keys([
      { rule: 'LK-1', file: 'a', print: 'x' },
      { rule: 'LK-1', file: 'b', print: 'x' },
    ]),
  ).toEqual([expect.stringContaining('|LK-1|a|~'), expect.stringContaining('|LK-1|b|~')])
  const twice = { rule: 'LK-1', file: 'a', row: 1 }
  expect(keys([twice, twice])).toHaveLength(1)
  // The same words at two places: the first in the file is the first, in whichever order they come.
  const [upper, lower] = [
    { rule: 'LK-1', file: 'a', row: 2 },
    { rule: 'LK-1', file: 'a', row: 9 },
  ]
  expect(keys([lower, upper])).toEqual(keys([upper, lower]).toReversed())
  expect(new Set(keys([lower, upper])).size).toBe(2)
  expect(keys([{ ...upper, row: 40 }])).toEqual(keys([upper]))
  const partial = (prints: object) => keys([{ rule: 'LK-1', file: 'a', row: 7, more: { partialFingerprints: prints } }])
  expect(partial({ one: '1', two: '2' })).toEqual(partial({ two: '2', one: '1' }))
  const long = keys([
    { rule: 'LK-1', file: `a/${'x'.repeat(900)}` },
    { rule: 'LK-1', file: `a/${'x'.repeat(901)}` },
  ])
  expect(new Set(long).size).toBe(2)
  for (const key of long) expect(String(key).length).toBeLessThanOrEqual(255)
})

test('OCSF findings are read as a list, one by one, or one on each line; of several events about one the last counts', () => {
  const events = [ocsfEvent('u-1', 5), ocsfEvent('u-2', 2), ocsfEvent('u-1', 3, { time: 1_770_000_000_000 }), { class_uid: 3001 }]
  const expected = [
    { external_key: 'Harbour|u-1', name: 'Weakness u-1 – CVE-2026-0001 – srv-web-01', score: 50 },
    { external_key: 'Harbour|u-2', score: 25 },
  ]
  expect(linesOf(JSON.stringify(events))).toMatchObject(expected)
  expect(linesOf(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`, 'jsonl')).toMatchObject(expected)
  expect(linesOf(JSON.stringify(ocsfEvent('u-9', 1)))).toMatchObject([{ external_key: 'Harbour|u-9', score: 0 }])
  // Some tools count in seconds; the later one comes first here.
  const times = [ocsfEvent('u', 5, { time: 1_770_000_000 }), ocsfEvent('u', 2, { time: 1_760_000_000_000 })]
  expect(linesOf(JSON.stringify(times))).toMatchObject([{ score: 100 }])
  // Without an id of its own, what is said tells one from the other.
  const port = (message: string) => ocsfEvent('', 3, { finding_info: { title: 'Open port' }, message })
  expect(new Set(linesOf(JSON.stringify([port('port 22'), port('port 3389')])).map((one) => one.external_key)).size).toBe(2)
})

test('a file that is neither says so, and a hostile one is read for what it is', () => {
  for (const [text, fault] of [
    ['{"version":"2.1.0"}', 'no_findings'],
    ['{"version":"1.0.0","runs":[]}', 'no_findings'],
    ['[{"class_uid":3002}]', 'no_findings'],
    ['"text"', 'no_findings'],
  ] as const)
    expect(findingsIn(Buffer.from(text), 'json')).toEqual({ fault })
  const polluted =
    linesOf(`{"version":"2.1.0","__proto__":{"x":1},"runs":[{"tool":{"driver":{"name":"T"}},"results":[{"__proto__":{"ruleId":"R"},"constructor":{"ruleId":"R"},
    "ruleId":"__proto__","message":{"text":"a\\u0000b\\ud800"},"locations":"no list","properties":{"security-severity":"NaN"},"level":"constructor"}]}]}`)
  expect(polluted).toMatchObject([{ external_key: expect.stringContaining('T|__proto__||~'), name: 'ab� – __proto__', description: 'ab�', score: null }])
  expect(({} as { x?: number }).x).toBeUndefined()
  const huge = linesOf(JSON.stringify([ocsfEvent('u', 3, { finding_info: { uid: 'u'.repeat(5000), title: 't'.repeat(90_000), desc: 'd'.repeat(90_000) } })]))
  expect(String(huge[0]?.name).length).toBeLessThanOrEqual(500)
  expect(String(huge[0]?.description).length).toBeLessThanOrEqual(20_000)
})

test('a file is read in a process of its own, which a broken or deeply nested one does not bring down', async () => {
  const program = new URL('read-findings-process.ts', import.meta.url)
  const read = (text: string) => readApart(program, { content: Buffer.from(text), ending: 'json' })
  await expect(read('{"runs":')).rejects.toMatchObject({ fault: 'unreadable' })
  await expect(read('['.repeat(2_000_000))).rejects.toMatchObject({ fault: 'unreadable' })
  expect((await read(sarifOf([{ rule: 'LK-1', file: 'a' }]).toString())).sheets[0]?.rows).toHaveLength(2)
})
