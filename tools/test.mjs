/** `npm test`: everything that CI does, set-up included. Ends with one line `N passed, N failed`. */
import { install, run } from './setup.mjs'

install()
await run('tools/suite/main.ts', process.argv.slice(2))
