/** The front page of the documentation, and what stands in for a page that does not exist (SHL-19). */
export const homePage = 'home'

/** Routes whose page is not named after them: `home` is the documentation's own. */
const named: Readonly<Record<string, string>> = { '/home': 'cockpit', '/doc': homePage, '/doc/$id': homePage }

/** The page that explains a route, by its pattern: `/org/security-bases/$perimeterId/measures` is `org_security_bases_perimeter_measures`. */
export const pageOfRoute = (pattern: string): string =>
  named[pattern] ??
  pattern
    .slice(1)
    .replaceAll('$', '')
    .replaceAll(/(?<=[a-z])Id\b/g, '')
    .replaceAll(/[/-]/g, '_')
