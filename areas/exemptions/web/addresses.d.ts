import type { ListAsked } from '#kit/web/route.ts'

declare module '#kit/web/route.ts' {
  interface Pages {
    '/ops/exemptions': ListAsked
    '/ops/exemptions/$id': ListAsked
    '/ops/exemptions/all': ListAsked
    '/ops/exemptions/debt': { readonly p: number; readonly policy: number; readonly within: number }
    '/contributions/exemptions': ListAsked
  }
}
