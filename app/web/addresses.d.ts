import type { Plain } from '#kit/web/route.ts'
import type { SsoSearch } from './login/sso-page.tsx'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/': Plain
    '/login': { readonly redirect: string }
    '/forgot_password': Plain
    '/password_reset/$token': Plain
    '/unsubscribe/$token': Plain
    '/unsubscribe/report/$token': Plain
    '/share/dashboard/$token': Plain
    '/sso': Required<SsoSearch>
    '/first-run': { readonly code: string }
    '/welcome': Plain
    '/leaving': Plain
    '/outside': Plain
    '/outside/$id': Plain
    '/outside/code/$customer': Plain
    '/403': Plain
    '/404': Plain
    '/500': Plain
    '/reload': Plain
    '/open/$entity/$id': Plain
    '/ui-kit': Plain
    '/about': Plain
    '/admin': Plain
  }
}
