/** A Chromium for the journeys and the front-end figures. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

const playwright = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))

/**
 * The path of an installed Chromium: CHROMIUM_PATH, Debian's or Playwright's; installs one if there is none.
 * Throws with every attempt and its reason, so that journeys fail instead of being skipped.
 */
export function chromiumPath(): string {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not exist.`)
  const found = given ?? installed()
  if (found) return found
  console.log('Installing Chromium …')
  const failures = (isRootOnDebian() ? [installFromDebian, installFromPlaywright] : [installFromPlaywright]).map((attempt) => {
    return installed() ? '' : attempt()
  })
  const path = installed()
  if (!path) throw new Error(`There is no Chromium and none could be installed; set CHROMIUM_PATH.\n${failures.join('\n')}`)
  return path
}

function installed(): string | undefined {
  return ['/usr/bin/chromium', chromium.executablePath()].find((path) => existsSync(path))
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** These answer why they failed, or nothing. */
function installFromDebian(): string {
  return attempt('apt-get', ['update', '-q']) || attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
}

function installFromPlaywright(): string {
  return attempt(process.execPath, [playwright, 'install', 'chromium'])
}

function attempt(command: string, args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  return status === 0 ? '' : `${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`
}
