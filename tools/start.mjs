/** `npm start`: from a fresh checkout to a running Vigie. */
import { buildWeb, install, run } from './setup.mjs'

install()
buildWeb()
await run('app/server/main.ts')
