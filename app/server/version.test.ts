import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'
import { productVersion } from './version.ts'

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const lines = file('CHANGELOG.md').trimEnd().split('\n')
const titles = lines.filter((line) => line.startsWith('## '))
const released = titles.slice(1).map((title) => /^## (\d+)\.(\d+)\.(\d+) – (\d{4}-\d{2}-\d{2})$/.exec(title)?.slice(1) ?? [title])

describe('one version', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  test('is told by the package, its lock, the newest of the changelog, the page About and the description of the API', async () => {
    const lockSchema = z.object({ version: z.string(), packages: z.looseObject({ '': z.object({ version: z.string() }) }) })
    const lock = lockSchema.parse(JSON.parse(file('package-lock.json')))
    const pilot = await app.member((await app.customer('Versions')).id, 'global_pilote')
    const reported = {
      lock: [lock.version, lock.packages[''].version],
      changelog: released[0]?.slice(0, 3).join('.'),
      about: (await pilot.get('/about')).body.object.version,
      api: (await pilot.get('/openapi.json')).body.info.version,
    }
    expect(reported).toEqual({ lock: [productVersion, productVersion], changelog: productVersion, about: productVersion, api: productVersion })
  })

  test('is not told to whoever has not signed in by the page About', async () => {
    const { statusCode } = await app.http.inject({ method: 'GET', url: '/api/about' })
    expect(statusCode).toBe(401)
  })
})

describe('the changelog', () => {
  test('begins with what is not released, then versions with their days, newest first', () => {
    expect(titles[0]).toBe('## Unreleased')
    expect(released.filter((parts) => parts.length !== 4)).toEqual([])
    const numbers = released.map(([major, minor, patch]) => Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a))
    const days = released.map((parts) => parts[3] ?? '')
    expect(days).toEqual(days.toSorted().toReversed())
    expect(released.at(-1)?.join('.')).toMatch(/^0\.1\.0\./)
  })

  test('has one line for each thing, under its kind, what an operator has to do first', () => {
    const kinds = ['Upgrading', 'Added', 'Changed', 'Fixed', 'Security']
    const versions = lines
      .slice(lines.indexOf('## Unreleased'))
      .join('\n')
      .split(/^## .*$/m)
      .slice(1)
    const sections = versions.map((text) => [...text.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind))
    for (const own of sections) expect(own).toEqual(kinds.filter((kind) => own.includes(kind)))
    const entries = lines.slice(lines.indexOf('## Unreleased')).filter((line) => line !== '' && !line.startsWith('#'))
    expect(entries.filter((line) => !/^- \S.*[.:]$/.test(line) || line.length > 260)).toEqual([])
  })
})
