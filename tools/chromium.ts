/** A Chromium for the journeys and the front-end figures. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

const playwright = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))

/** Debian's build without a window, which takes a third less work for the same pages, and its whole browser. */
const debian = { shell: '/usr/bin/chromium-headless-shell', whole: '/usr/bin/chromium' } as const

/**
 * The path of an installed Chromium: CHROMIUM_PATH, Debian's, without a window where there is a choice, or Playwright's; installs one if there is none.
 * `whole` asks for one that draws as people's do, for figures of what they see. Throws with every attempt and its reason, so that journeys fail instead of being skipped.
 */
export function chromiumPath(kind: keyof typeof debian = 'shell'): string {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not exist.`)
  const found = given ?? installed(kind)
  if (found) return found
  console.log('Installing Chromium …')
  const failures = (isRootOnDebian() ? [installFromDebian, installFromPlaywright] : [installFromPlaywright]).map((attempt) => {
    return installed(kind) ? '' : attempt(kind)
  })
  const path = installed(kind)
  if (!path) throw new Error(`There is no Chromium and none could be installed; set CHROMIUM_PATH.\n${failures.join('\n')}`)
  return path
}

function installed(kind: keyof typeof debian): string | undefined {
  return [...(kind === 'shell' ? [debian.shell] : []), debian.whole, chromium.executablePath()].find((path) => existsSync(path))
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** These answer why they failed, or nothing. */
function installFromDebian(kind: keyof typeof debian): string {
  const name = kind === 'shell' ? 'chromium-headless-shell' : 'chromium'
  return attempt('apt-get', ['update', '-q']) || attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', name])
}

function installFromPlaywright(): string {
  return attempt(process.execPath, [playwright, 'install', 'chromium'])
}

function attempt(command: string, args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  return status === 0 ? '' : `${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`
}
