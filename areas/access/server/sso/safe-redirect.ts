/** Where somebody may be sent once they are signed in: a path of this application, and never back to signing in (ACC-19, SEC-11); else `/`. */
export function safeRedirect(target: string | undefined): string {
  if (target === undefined || !/^\/(?![/\\])/.test(target) || target.includes('\\')) return '/'
  const base = 'https://vigie.invalid'
  const parsed = URL.parse(target, base)
  // What the parser drops, such as tabs and line breaks, could make another origin of a path.
  if (parsed?.origin !== base || !/^\/(?!\/)/.test(parsed.pathname)) return '/'
  if (/^\/(login|sso|forgot_password|password_reset|first-run|api)(\/|$)/.test(parsed.pathname)) return '/'
  return `${parsed.pathname}${parsed.search}${parsed.hash}`
}
