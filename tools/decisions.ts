/** `npm run decisions`: writes docs/decisions/README.md from the decisions. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decisionIndex } from '#tools/decision-index.ts'

writeFileSync(fileURLToPath(new URL('../docs/decisions/README.md', import.meta.url)), decisionIndex())
console.log('wrote docs/decisions/README.md')
