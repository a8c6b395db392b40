/** `node tools/check-sizes.ts`: what a browser loads before a page shows, against its budget. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { AnnouncedPage } from '#kit/contract/announced-page.ts'
import { fromRoot, loadedBy, type Manifest } from '#tools/web/loaded-by.ts'

interface Budget {
  route: string
  /** Source modules, or named chunks of several, that the route loads on demand, besides the page itself. */
  modules: string[]
  jsKb: number
  cssKb?: number
  /** Scripts: on a slow machine each costs more than its bytes. */
  files: number
}

const entry = 'app/web/index.html'
const budgets: Budget[] = [
  { route: 'sign-in', modules: ['app/web/login/login-page.tsx'], jsKb: 125.5, files: 8 },
  { route: 'shell and table', modules: ['frame', 'areas/people/web/groups-page.tsx'], jsKb: 185, cssKb: 15, files: 14 },
]

/** Of any page that is the first that somebody opens, in French: all that it reads before it stands. */
const anyPage = { jsKb: 380, files: 38 }

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

const framed = loadedBy(manifest, [entry, 'frame'])
const pages = JSON.parse(readFileSync(join(dist, '.vite', 'pages.json'), 'utf8')) as readonly AnnouncedPage[]
const first = pages.map(({ path, files, words }) => ({
  path,
  scripts: [...new Set([...framed, ...[...files, ...(words['fr'] ?? [])].map((file) => file.slice(1))])].filter((file) => file.endsWith('.js')),
}))
const sizes = new Map<string, number>()
const sizeOf = (file: string) => {
  const known = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024
  sizes.set(file, known)
  return known
}
const most = (of: (scripts: readonly string[]) => number) => first.map(({ path, scripts }) => ({ path, is: of(scripts) })).toSorted((a, b) => b.is - a.is)[0]
const longest = most((scripts) => scripts.length)
const heaviest = most((scripts) => scripts.reduce((sum, file) => sum + sizeOf(file), 0))
console.log(
  `any page first: at most ${longest?.is} of ${anyPage.files} scripts (${longest?.path}), ${heaviest?.is.toFixed(1)} of ${anyPage.jsKb} KB (${heaviest?.path})`,
)
if (!longest || !heaviest || longest.is > anyPage.files || heaviest.is > anyPage.jsKb) {
  console.error('A page that is opened first reads more than that.')
  process.exitCode = 1
}

function check(route: string, kind: string, budget: number, files: string[]): void {
  const kb = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0) / 1024
  const limit = budget === Infinity ? '' : ` of ${budget} KB`
  console.log(`${route}: ${kb.toFixed(1)}${limit || ' KB'} gzip of ${kind} in ${files.length} files`)
  if (kb <= budget) return
  console.error(`${route} loads too much ${kind}:\n  ${files.join('\n  ')}`)
  process.exitCode = 1
}
