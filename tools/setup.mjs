/** What must be there before any of the product's code runs. Plain JavaScript that Node 20 understands, without packages. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
/** Where Node keeps the code that it compiled. */
export const compileCache = join(modules, '.cache', 'node')

/** Installs what the lockfile says, unless exactly that is installed. */
export function install() {
  if (isInstalled()) return
  console.log('Installing packages (about half a minute) …')
  // Nothing here needs an install script, and some places forbid them.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (result.status !== 0) fail(`npm ci failed${result.error ? `: ${result.error.message}` : ''}.`)
}

/** Compares the lockfile with npm's record of what it installed last, which a broken installation does not have. */
function isInstalled() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional }]) => path === '' || (path in present ? present[path].version === version : optional))
}

/** The program that runs TypeScript: this one if it is new enough, else the one that npm brought. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const brought = join(modules, `node-${platform}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(brought)) return brought
  return fail(`Vigie needs Node 24 or newer (this is ${process.version}), and none could be installed for ${platform} ${process.arch}.`)
}

/** Builds the web app if a file that it is made of has changed since the last build. */
export async function buildWeb() {
  const stamp = join(root, 'dist', 'web', '.built-from')
  const sources = hashOf(webSources())
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log('Building the web app …')
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', join('app', 'web', 'vite.config.ts'), '--logLevel', 'warn']
  if ((await ended(spawn(findNode(), args, { cwd: root, stdio: 'inherit' }))) !== 0) fail('The web app could not be built.')
  mkdirSync(join(root, 'dist', 'web'), { recursive: true })
  writeFileSync(stamp, sources)
}

/** Where the server is as one file, and of which files in which state that is made. */
export const builtServer = join('dist', 'server', 'main.js')
const serverStamp = join(root, 'dist', 'server', '.built-from')

/** What tells one state of a file from another. */
export function stateOf(file) {
  const { mtimeMs, size } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {}
  return `${mtimeMs} ${size}`
}

/** Writes the server as one file if a module of it has changed since; a new one comes by a change of another. */
export async function buildServer() {
  const built = existsSync(serverStamp) ? JSON.parse(readFileSync(serverStamp, 'utf8')) : undefined
  if (built && Object.entries(built).every(([file, state]) => stateOf(file) === state)) return
  if ((await ended(spawn(findNode(), [join(root, 'tools', 'build-server.mjs'), serverStamp], { cwd: root, stdio: 'inherit' }))) !== 0)
    fail('The server could not be built.')
}

/** The exit code of a process, once it has ended. */
const ended = (child) => new Promise((resolve) => child.once('error', () => resolve(1)).once('exit', resolve))

/** Runs a program of this repository in place of this process: here if this Node can, else in the right one. */
export async function run(file, args = []) {
  const node = findNode()
  if (process.env.npm_lifecycle_event) endWithParent()
  if (node !== process.execPath) return follow(spawn(node, [...process.execArgv, join(root, 'tools', 'run.mjs'), file, ...args], { stdio: 'inherit' }))
  const path = join(root, file)
  process.argv = [node, path, ...args]
  module.enableCompileCache?.(compileCache)
  await import('./quick-imports.mjs')
  await import(pathToFileURL(path).href)
}

/** A killed npm takes its shell along but not what the shell runs, which would keep port and database. */
function endWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** Passes signals on to a child and ends as it ends. */
export function follow(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the child by itself.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

/** @returns {never} */
export function fail(message) {
  console.error(message)
  process.exit(1)
}

function webSources() {
  const areas = existsSync(join(root, 'areas')) ? readdirSync(join(root, 'areas')) : []
  const rooms = ['app', 'kit', ...areas.map((area) => `areas/${area}`)]
  const folders = rooms.flatMap((room) => ['web', 'contract', 'locales'].map((part) => `${room}/${part}`))
  return ['package-lock.json', 'tsconfig.json', ...folders.flatMap(filesIn)]
}

function filesIn(folder) {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .toSorted()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
