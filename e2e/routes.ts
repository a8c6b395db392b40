import { globSync, readFileSync } from 'node:fs'

/** The addresses of all pages that need no parameter, read from the areas' route files: their modules import icons that only a browser build resolves. */
export function routePaths(): string[] {
  const found = globSync('areas/*/web/routes.ts').flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/path: '(\/[^'$]*)',[^}]*?\}/gs)].map(([text, path]) => ({ text, path: path ?? '' })))
  // What belongs to the provider is seen outside an organisation only.
  return found.filter(({ text }) => !text.includes('tenant: false')).map(({ path }) => path).toSorted()
}
