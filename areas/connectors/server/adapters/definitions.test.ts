import { expect, test } from 'vitest'
import { testReach } from '#tools/test/fake-service.ts'
import { models } from '#areas/policies/server/starter/content.ts'
import { AdapterFault } from './adapter.ts'
import { adapters } from './index.ts'

const every = adapters.map((adapter) => [adapter.definition.identifier, adapter] as const)

/** All texts of a definition in both languages, wherever they stand. */
function texts(value: unknown): { en: string; fr: string }[] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && 'fr' in value) return [value as { en: string; fr: string }]
  return Object.values(value).flatMap(texts)
}

test('no two are the same', () => {
  expect(new Set(every.map(([identifier]) => identifier)).size).toBe(adapters.length)
  for (const { definition } of adapters) {
    expect(new Set(definition.metrics.map(({ key }) => key)).size).toBe(definition.metrics.length)
    expect(new Set(definition.fields.map(({ name }) => name)).size).toBe(definition.fields.length)
  }
})

test.each(every)('%s says all that is read and why, in both languages', (identifier, { definition }) => {
  expect(identifier).toMatch(/^[A-Z][A-Z0-9_]{1,39}$/)
  expect(definition.mark).toMatch(/^[A-Z]{2}$/)
  expect(definition.reads.length).toBeGreaterThan(0)
  for (const { en, fr } of texts(definition)) {
    expect(en.trim()).not.toBe('')
    expect(fr.trim()).not.toBe('')
    // A break before these would stand alone on a line.
    expect(fr).not.toMatch(/ [:;!?»]|'/)
  }
})

test.each(every)('%s gives data to measures that there are, first by their reference', (_, { definition }) => {
  const known = new Set(models.map(({ ref }) => ref))
  for (const { measures } of definition.metrics) expect(known).toContain(measures[0])
})

test.each(every)('%s can be pointed elsewhere, and refuses an address that is none', async (_, adapter) => {
  const { fields } = adapter.definition
  expect(fields.map(({ name }) => name)).toContain('base_url')
  const config = { ...Object.fromEntries(fields.map(({ name, initial }) => [name, initial ?? 'x'])), base_url: 'nothing', login_url: 'nothing' }
  await expect(adapter.test(config, testReach())).rejects.toBeInstanceOf(AdapterFault)
})
