import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from './source-files.ts'

/** What is needed although no TypeScript imports it, and why. */
const needed: Readonly<Record<string, string>> = {
  '@fontsource-variable/inter': 'kit/web/styles/font.css names its files',
  '@expo-google-fonts/inter': 'kit/server/reports/font.ts reads its files',
  'axe-core': 'e2e/axe.ts reads it as text, for the browser',
  '@mantine/hooks': 'asked for by @mantine/core',
  oxfmt: 'npm run format',
  oxlint: 'npm run lint',
  'oxlint-tsgolint': 'oxlint’s knowledge of types',
}

/** Types stand with the package that they describe, and with Node itself. */
const typesFor = (name: string) => /^@types\/(.+)$/.exec(name)?.[1]?.replace('__', '/')

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Packages of `package.json` that nothing imports, and reasons for packages that need none. Binaries by platform are optional and not looked at. */
export function unusedPackages(root: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const imported = new Set(readSources(root).flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))))
  const isUsed = (name: string): boolean => {
    const described = typesFor(name)
    return described === undefined ? imported.has(name) : described === 'node' || imported.has(described)
  }
  return [
    ...names.filter((name) => !isUsed(name) && !(name in needed)).map((name) => `package.json: nothing imports ${name}`),
    ...Object.keys(needed)
      .filter((name) => imported.has(name) && names.includes(name))
      .map((name) => `tools/imports/packages.ts: ${name} is imported and needs no reason`),
  ]
}

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
