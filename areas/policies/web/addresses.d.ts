import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/admin/catalog/policies': ListAsked
    '/org/policies': ListAsked
    '/org/policies/requirements': ListAsked
    '/org/policies/$id': ListAsked & { readonly p: number; readonly ts: number; readonly confirm: 1; readonly group: string; readonly unlinked: 1 }
    '/admin/catalog/policies/$id/diff/$ref': { readonly to: number }
  }
}
