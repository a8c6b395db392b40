/** `node tools/run.mjs <file> …`: runs a file of this repository, TypeScript included, from any Node ≥ 20. */
import { fail, install, run } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) fail('Usage: node tools/run.mjs <file> [arguments]')
install()
await run(file, args)
