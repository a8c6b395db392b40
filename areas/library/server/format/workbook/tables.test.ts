import { expect, test } from 'vitest'
import { limits } from '#areas/library/server/format/limits.ts'
import { Findings } from './findings.ts'
import { Origins } from './origins.ts'
import { Table } from './tables.ts'

const reading = () => ({ findings: new Findings(), origins: new Origins() })
const sheet = (lines: number) => ({
  name: 'Register',
  rows: Array.from({ length: lines }, (_, n) => (n === 2 ? ['A', 'B'] : ['A'])),
  formulas: [],
  uncomputed: [],
})

test('a sheet of many lines is as wide as its widest, and one of too many is refused', () => {
  expect([...new Table(sheet(200_000), reading(), { positions: true }).columns.keys()]).toEqual(['#0', '#1'])
  expect(() => new Table(sheet(limits.lines + 1), reading(), { positions: true })).toThrow(expect.objectContaining({ key: 'too_many_lines' }))
})
