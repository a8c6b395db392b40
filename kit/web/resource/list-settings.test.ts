import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listSettings } from './list-settings.ts'

const setting = { columns: [], density: 'compact' as const, view_mode: 'list', per_page: 20 }
const wide = { ...setting, density: 'large' as const }
const calls: [string, string, unknown][] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/actions' })
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    calls.push([method, url, body ? JSON.parse(body) : undefined])
    return Promise.resolve(Response.json({ ok: true, objects: [{ list: 'thing', setting }] }))
  })
})
afterEach(() => {
  listSettings.clear()
  calls.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the settings of all lists are asked for once', async () => {
  expect(listSettings.get()).toBeUndefined()
  await Promise.all([listSettings.load(), listSettings.load()])
  expect([calls.length, listSettings.get()?.get('thing')]).toEqual([1, setting])
})

test('a change is seen at once, and only the last of several is written', async () => {
  await listSettings.load()
  const seen: unknown[] = []
  const stop = listSettings.subscribe(() => seen.push(listSettings.get()?.get('thing')))
  listSettings.change('thing', { ...setting, per_page: 50 })
  listSettings.change('thing', wide)
  expect(seen).toEqual([{ ...setting, per_page: 50 }, wide])
  await vi.runAllTimersAsync()
  expect(calls.slice(1)).toEqual([['PUT', '/api/list_setting/thing', wide]])
  stop()
})

test('what rests is written when its page is left, and once', async () => {
  await listSettings.load()
  listSettings.change('thing', wide)
  listSettings.flush('thing')
  listSettings.flush('thing')
  await vi.runAllTimersAsync()
  expect(calls.filter(([method]) => method === 'PUT')).toHaveLength(1)
})
