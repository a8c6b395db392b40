/** `npm run dev`: the server restarts and the browser reloads when a file changes. */
import { spawn } from 'node:child_process'
import { findNode, follow, install, root } from './setup.mjs'

const serverPort = process.env.PORT ?? '3000'

if (process.argv[2] === 'web') {
  const { createServer } = await import('vite')
  const target = `http://127.0.0.1:${serverPort}`
  const server = await createServer({
    configFile: 'app/web/vite.config.ts',
    server: { port: 5173, proxy: { '/api': { target, xfwd: true } } },
  })
  await server.listen()
  server.printUrls()
} else {
  install()
  const web = spawn(findNode(), ['tools/dev.mjs', 'web'], { cwd: root, stdio: 'inherit' })
  const server = spawn(findNode(), ['--watch', '--watch-preserve-output', 'app/server/main.ts'], { cwd: root, stdio: 'inherit' })
  server.on('exit', () => web.kill())
  follow(server)
}
