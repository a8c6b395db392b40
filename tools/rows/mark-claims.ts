import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claiming, keptClaims, type Claim, type Claims } from './read-claims.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Has each `sql<Row>` and `alone<Row>` of the files that tests load say what it claims: what is served knows nothing of it. */
export function markClaims() {
  let claims: Claims | undefined
  return {
    name: 'mark-claims',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (!id.startsWith(root) || !claiming.test(code) || id.includes('/node_modules/')) return undefined
      claims ??= keptClaims(root)
      return marked(code, claims[relative(root, id.split('?')[0] ?? id)] ?? [])
    },
  }
}

/** A source whose tags know their claims. Every line stays where it was. */
export function marked(code: string, claims: readonly Claim[]): string {
  let made = code
  for (const { site, at, end, row } of claims.toSorted((a, b) => b.at - a.at)) {
    const what = code.slice(at, end)
    // Of a file that changed under a watching run, nothing is known.
    if (what !== 'sql' && !/^[`']/.test(what)) return code
    made = `${made.slice(0, at)}${what === 'sql' ? '$claimed' : '$claimedText'}(${what}, ${JSON.stringify(site)}, ${JSON.stringify(JSON.stringify(row))})${made.slice(end)}`
  }
  return claims.length > 0 ? `import { claimed as $claimed, claimedText as $claimedText } from '#tools/rows/claimed.ts'; ${made}` : code
}
