import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/public_api': ListAsked
    '/admin/public_api/webhooks': ListAsked
    '/admin/public_api/documentation': { readonly type: string }
  }
}
