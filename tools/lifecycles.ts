/** `npm run lifecycles`: draws the declared lifecycles into docs/LIFECYCLES.md; with `--check` fails when they are drawn otherwise. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lifecyclePictures } from '#tools/lifecycle-pictures.ts'

const file = fileURLToPath(new URL('../docs/LIFECYCLES.md', import.meta.url))
const drawn = lifecyclePictures()
if (!process.argv.includes('--check')) {
  writeFileSync(file, drawn)
  console.log('wrote docs/LIFECYCLES.md')
} else if (readFileSync(file, 'utf8') !== drawn) {
  console.error('docs/LIFECYCLES.md does not show what is declared: npm run lifecycles')
  process.exit(1)
}
