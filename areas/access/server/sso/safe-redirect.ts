import { safePath } from '#kit/contract/safe-path.ts'

/** Where somebody may be sent once they are signed in: a path of this application, and never back to signing in (ACC-19, SEC-11); else `/`. */
export function safeRedirect(target: string | undefined): string {
  const path = safePath(target)
  return path === undefined || /^\/(login|sso|forgot_password|password_reset|first-run|api)(?=[/?#]|$)/.test(path) ? '/' : path
}
