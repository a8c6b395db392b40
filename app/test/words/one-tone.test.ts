import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Colours that are none of a score's: those of days that are left, of how many there are of something, and of which way something moved. */
const others = new Set([
  'areas/evidence/web/presentation.tsx',
  'areas/scores/web/score-change.tsx',
  'areas/suppliers/web/due-dialog.tsx',
  'areas/suppliers/web/overview.tsx',
  'areas/suppliers/web/presentation.tsx',
  'areas/suppliers/web/register-page.tsx',
  'areas/tenancy/contract/trial-tone.ts',
  'kit/web/charts/waterfall-chart.tsx',
])
/** All that is done of what is to do is green, half of it is nothing to warn of. */
const done = /value >= 100 \? 'ok'/

const sources = globSync('{app,areas,kit}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file) && file !== 'kit/contract/tone.ts' && !file.startsWith('app/web/ui-kit/'),
)

test('nobody else makes a colour of a score: `tone` of the kit alone does', () => {
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const compares = /[<>]=?[^?{}]*\?[^?]*'(ok|warn|bad|success|warning|danger)'/.test(line.replace(/=>/g, '')) && !done.test(line)
        const levels =
          /\b(levelOfScore|rangeOf)\([^)]*\)\)?\??\.color\b/.test(line) || /import \{[^}]*\brangeOf\b[^}]*\} from '#kit\/contract\/level\.ts'/.test(line)
        const spelled = /'#(1f9d63|e09112|d9453d)'/i.test(line) && /\?/.test(line)
        return (compares && !others.has(file)) || levels || spelled ? [`${file}:${at + 1} ${line.trim()}`] : []
      }),
  )
  expect(found).toEqual([])
})
