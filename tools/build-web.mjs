/** Builds the web app if it is stale. */
import { buildWeb } from './setup.mjs'

await buildWeb()
