import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string

/** A checkout with a stand-in for npm, which notes how it was called, and one for the web build. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkout-'))
  for (const file of ['setup.mjs', 'run.mjs', 'quick-imports.mjs', 'build-web.mjs', 'build-server.mjs', 'write-worker.mjs'])
    cpSync(join(import.meta.dirname, file), join(root, 'tools', file))
  write('hello.ts', `const words: string[] = process.argv.slice(2)\nconsole.log('hello', ...words)`)
  write('app/web/main.tsx', 'first')
  lock('package-lock.json', { boat: '1.0.0', 'only-elsewhere': '1.0.0' })
  write(
    'npm.cjs',
    `const fs = require('node:fs')
     fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
     if (fs.existsSync('offline')) process.exit(1)
     fs.mkdirSync('node_modules', { recursive: true })
     const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
     delete lock.packages['node_modules/only-elsewhere']
     fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock))`,
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function lock(path: string, versions: Record<string, string>): void {
  const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version, optional: name === 'only-elsewhere' }])
  write(path, JSON.stringify({ packages: { '': { version: '0.1.0' }, ...Object.fromEntries(packages) } }))
}

function run(...args: string[]): { status: number | null; output: string } {
  const env = { PATH: process.env.PATH, npm_execpath: join(root, 'npm.cjs') }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const linesOf = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').trim().split('\n') : [])

test('packages are installed once, without scripts, and again when the lockfile asks for others', () => {
  const first = run('tools/run.mjs', 'hello.ts', 'dear', 'world')
  expect(first).toMatchObject({ status: 0, output: expect.stringMatching(/Installing[^]*hello dear world/) })
  expect(linesOf('calls')).toEqual([expect.stringMatching(/^ci --ignore-scripts/)])
  expect(run('tools/run.mjs', 'hello.ts')).toEqual({ status: 0, output: 'hello\n' })
  expect(linesOf('calls')).toHaveLength(1)
  lock('package-lock.json', { boat: '1.0.1', 'only-elsewhere': '1.0.0' })
  run('tools/run.mjs', 'hello.ts')
  expect(linesOf('calls')).toHaveLength(2)
})

test('a failed installation ends the start with its reason and is tried again', () => {
  write('offline', '')
  expect(run('tools/run.mjs', 'hello.ts')).toMatchObject({ status: 1, output: expect.stringContaining('npm ci failed') })
  rmSync(join(root, 'offline'))
  expect(run('tools/run.mjs', 'hello.ts').status).toBe(0)
})

test('the web app is built when one of its files has changed, and a failed build is not taken for done', () => {
  write('node_modules/vite/bin/vite.js', `require('node:fs').appendFileSync('builds', 'x\\n'); process.exit(require('node:fs').existsSync('broken') ? 1 : 0)`)
  write('package.json', '{}')
  write('tsconfig.json', '{}')
  const builds = () => (run('tools/build-web.mjs'), linesOf('builds').length)
  expect(builds()).toBe(1)
  expect(builds()).toBe(1)
  write('areas/boats/server/rules.ts', 'the server is not part of it')
  expect(builds()).toBe(1)
  write('areas/boats/locales/en.ts', 'words are')
  expect(builds()).toBe(2)
  write('broken', '')
  write('app/web/main.tsx', 'second')
  expect(run('tools/build-web.mjs')).toMatchObject({ status: 1, output: expect.stringContaining('could not be built') })
  rmSync(join(root, 'broken'))
  expect(builds()).toBe(4)
})

test('the server is written anew when one of the modules that it is made of has changed', () => {
  write('package.json', '{}')
  write('app/server/main.ts', 'first')
  write('node_modules/rolldown/package.json', '{ "type": "module", "exports": "./index.js" }')
  write(
    'node_modules/rolldown/index.js',
    `import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
     import { dirname } from 'node:path'
     export const rolldown = async ({ input }) => ({
       write: async ({ file }) => {
         if (file) {
           mkdirSync(dirname(file), { recursive: true })
           writeFileSync(file, 'a worker')
           return { output: [{ type: 'chunk', moduleIds: [input] }] }
         }
         appendFileSync('server-builds', 'x\\n')
         if (existsSync('broken')) throw new Error('broken')
         return { output: [{ type: 'chunk', moduleIds: [input.main, 'a package'] }] }
       },
       close: async () => {},
     })`,
  )
  const build = () => run('-e', "import('./tools/setup.mjs').then(({ buildServer }) => buildServer())")
  const builds = () => (build(), linesOf('server-builds').length)
  expect(builds()).toBe(1)
  write('areas/boats/server/rules.ts', 'it is not made of this')
  expect(builds()).toBe(1)
  write('app/server/main.ts', 'changed')
  expect(builds()).toBe(2)
  expect(readFileSync(join(root, 'dist/vigie-worker.mjs'), 'utf8')).toBe('a worker')
  write('worker/main.ts', 'the worker that it serves is changed')
  expect(builds()).toBe(3)
  write('broken', '')
  write('app/server/main.ts', 'changed again')
  expect(build()).toMatchObject({ status: 1, output: expect.stringContaining('The server could not be built') })
  rmSync(join(root, 'broken'))
  expect(builds()).toBe(5)
})
