/** `npm start`: from a fresh checkout to a running Vigie. */
import { buildServer, builtServer, buildWeb, install, run } from './setup.mjs'

install()
await Promise.all([buildWeb(), buildServer()])
await run(builtServer)
