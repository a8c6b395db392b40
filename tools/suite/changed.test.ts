import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from '#tools/imports/source-files.ts'
import { reachIn } from './changed.ts'

const sources = readSources(join(import.meta.dirname, '..', '..'))
const reach = reachIn(sources)
const after = (...changed: string[]) => reach(changed)
const areasIn = (files: readonly string[]) => new Set(files.flatMap((file) => /^areas\/([^/]+)/.exec(file)?.[1] ?? []))

describe('what a change reaches', () => {
  test('is its area, whoever imports it, the walks and its journeys', () => {
    const { areas, walked, units, journeys } = after('areas/risks/server/rules.ts')
    expect([areas, walked]).toEqual([['risks'], ['risks']])
    expect(units).toEqual(
      expect.arrayContaining(['areas/risks/server/risks.test.ts', 'app/test/walks/every-entity.test.ts', 'app/test/rights/isolation.test.ts']),
    )
    expect(journeys).toEqual(expect.arrayContaining(['e2e/journeys/risks.test.ts', 'e2e/journeys/screens-fr.test.ts']))
    expect(areasIn(units)).not.toContain('campaigns')
    expect(journeys).not.toContain('e2e/journeys/passwords.test.ts')
  })

  test('goes upwards through a face by the names that are taken from it', () => {
    // Measures that are taken over tell the scores; what only measures themselves use stays theirs.
    const face = sources.find(({ path }) => path === 'areas/measures/server/index.ts')
    const given = face?.imports[0]?.file ?? ''
    expect(areasIn(after(given).units).size).toBeGreaterThan(areasIn(after('areas/measures/web/routes.ts').units).size)
  })

  test('is one test where only a test changed, and none where only words about it did', () => {
    expect(after('areas/risks/server/risks.test.ts').units).toContain('areas/risks/server/risks.test.ts')
    expect(after('e2e/journeys/list.test.ts')).toEqual({ areas: [], walked: [], units: [], journeys: ['e2e/journeys/list.test.ts'] })
    expect(after('README.md', 'docs/TOUR.md')).toEqual({ areas: [], walked: [], units: [], journeys: [] })
  })

  test.each(['kit/server/data/store/store.ts', 'migrations/20261120T0001_ground.sql', 'app/server/registry.ts', 'package-lock.json', 'tools/test/database.ts'])(
    'is everything where the ground changed: %s',
    (path) => {
      const { walked, units, journeys } = after(path, 'areas/risks/server/rules.ts')
      const all = sources.map((source) => source.path).filter((each) => /\.test\.tsx?$/.test(each))
      expect(walked).toEqual([])
      expect([...units, ...journeys].toSorted()).toEqual(all.toSorted())
    },
  )

  test('each area has a test of its own, and its pages a journey', () => {
    for (const area of areasIn(sources.map(({ path }) => path))) {
      const { units, journeys } = after(`areas/${area}/server/area.ts`)
      expect([area, units.length > 0, journeys.length > 0]).toEqual([area, true, true])
    }
  })
})
