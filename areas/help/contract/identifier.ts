/** The front page of the documentation, and what stands in for a page that does not exist (SHL-19). */
export const homePage = 'home'

/** Routes whose page is not named after them: `home` is the documentation's own. */
const named: Readonly<Record<string, string>> = { '/home': 'cockpit', '/doc': homePage, '/doc/$id': homePage }
/** Routes that say more or less of the same page, by how they begin. */
const begins = {
  '/contributions/evaluations/eval/': 'contributions_evaluations_eval',
  '/contributions/evaluations/results/': 'ops_campaigns_results',
  '/ops/campaigns/results/': 'ops_campaigns_results',
  '/ops/projects/$id/eval/': 'contributions_evaluations_eval',
  '/ops/projects/$id/results/': 'ops_campaigns_results',
} as const

/** Pages of the documentation that several routes share. */
export const sharedPages: ReadonlySet<string> = new Set([homePage, ...Object.values(begins)])

/** The page that explains a route, by its pattern: `/org/security-bases/$perimeterId/measures` is `org_security_bases_perimeter_measures`. */
export const pageOfRoute = (pattern: string): string =>
  named[pattern] ??
  Object.entries(begins).find(([start]) => pattern.startsWith(start))?.[1] ??
  pattern
    .slice(1)
    .replaceAll('$', '')
    .replaceAll(/(?<=[a-z])Id\b/g, '')
    .replaceAll(/[/-]/g, '_')
