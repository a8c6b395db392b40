import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from './env.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'env-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (more: Record<string, string> = {}) => readEnv({ VIGIE_DATA: dataDir, ...more })

test('nothing needs to be set', () => {
  expect(read()).toMatchObject({ port: 3000, lockMinutes: 15, demo: true, demoLanguage: 'en', metrics: false, ownerUrl: undefined, s3: undefined })
  expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, ownerUrl: undefined })
})

test('every wrong variable is named at once', () => {
  const wrong = {
    PORT: 'http',
    DATABASE_URL: 'localhost',
    VIGIE_DEMO: 'no',
    VIGIE_DEMO_LANGUAGE: 'de',
    VIGIE_LOCK_MINUTES: 'long',
    S3_BUCKET: 'files',
    VIGIE_KEY: 'secret',
  }
  let message = ''
  try {
    read(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  for (const name of ['PORT', 'DATABASE_URL', 'VIGIE_DEMO', 'VIGIE_DEMO_LANGUAGE', 'VIGIE_LOCK_MINUTES', 'VIGIE_KEY'])
    expect(message).toMatch(new RegExp(`^  ${name} must be`, 'm'))
  expect(() => read({ S3_BUCKET: 'files' })).toThrow(/S3_ENDPOINT must be set/)
  expect(() => read({ DATABASE_APP_URL: 'postgres://app@db/vigie' })).toThrow(/DATABASE_APP_URL needs DATABASE_URL/)
})

test('a wrong secret is not repeated', () => {
  expect(() => read({ VIGIE_KEY: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'))
})

test('the key is made once, readable by its owner only, and a damaged one is refused', () => {
  const { key } = read()
  expect(key).toHaveLength(32)
  expect(read().key).toEqual(key)
  expect(statSync(join(dataDir, 'key')).mode & 0o777).toBe(0o600)
  writeFileSync(join(dataDir, 'key'), 'short')
  expect(read).toThrow(/key file .* is damaged/)
  expect(read({ VIGIE_KEY: 'ab'.repeat(32) }).key).toEqual(Buffer.from('ab'.repeat(32), 'hex'))
})
