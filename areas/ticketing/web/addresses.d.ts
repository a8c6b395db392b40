import type { Plain } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/customer_connectors/$id/tickets': Plain & { readonly join: string | number }
  }
}
