/** `node tools/check-sizes.ts`: what a browser loads before a page shows, against its budget. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fromRoot, loadedBy, type Manifest } from '#tools/web/loaded-by.ts'

interface Budget {
  route: string
  /** Source modules, or named chunks of several, that the route loads on demand. */
  modules: string[]
  jsKb: number
  cssKb?: number
  /** Scripts: on a slow machine each costs more than its bytes. */
  files: number
}

const entry = 'app/web/index.html'
const budgets: Budget[] = [
  { route: 'sign-in', modules: ['app/web/login/login-page.tsx'], jsKb: 126.5, files: 8 },
  { route: 'shell and table', modules: ['frame'], jsKb: 188, cssKb: 15, files: 14 },
]

const dist = fileURLToPath(new URL('../dist/web', import.meta.url))
const manifestFile = join(dist, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) throw new Error('dist/web/.vite/manifest.json is missing: build the web app with build.manifest.')
const manifest = fromRoot(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest, 'app/web')

for (const { route, modules, jsKb, cssKb = Infinity, files: most } of budgets) {
  const files = loadedBy(manifest, [entry, ...modules])
  const scripts = files.filter((file) => file.endsWith('.js'))
  check(route, 'JavaScript', jsKb, scripts)
  if (scripts.length > most) {
    console.error(`${route} loads ${scripts.length} scripts instead of at most ${most}:\n  ${scripts.join('\n  ')}`)
    process.exitCode = 1
  }
  check(
    route,
    'CSS',
    cssKb,
    files.filter((file) => file.endsWith('.css')),
  )
}

function check(route: string, kind: string, budget: number, files: string[]): void {
  const kb = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1024
  const limit = budget === Infinity ? '' : ` of ${budget} KB`
  console.log(`${route}: ${kb.toFixed(1)}${limit || ' KB'} gzip of ${kind} in ${files.length} files`)
  if (kb <= budget) return
  console.error(`${route} loads too much ${kind}:\n  ${files.join('\n  ')}`)
  process.exitCode = 1
}
