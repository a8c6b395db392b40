import type { Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/customer': { readonly property: string }
    '/admin/instance': Plain
    '/admin/login-message': Plain
    '/admin/properties': Plain
    '/admin/preferences': Plain
    '/admin/licenses': { readonly customer: number; readonly quota: string }
    '/cgu': Plain
  }
}
