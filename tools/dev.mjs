/** `npm run dev`: the server restarts and the browser reloads when a file changes. */
import { spawn } from 'node:child_process'
import { findNode, follow, install, root } from './setup.mjs'

install()
const start = (...args) => spawn(findNode(), args, { cwd: root, stdio: 'inherit' })
const web = start('node_modules/vite/bin/vite.js', '--config', 'app/web/vite.config.ts')
const server = start('--import', './tools/quick-imports.mjs', '--watch', '--watch-preserve-output', 'app/server/main.ts')
server.on('exit', () => web.kill())
follow(server)
